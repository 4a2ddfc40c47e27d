"""What the tests of all parsers share."""
from __future__ import annotations


def value(node):
    """The Python value of a tree; duplicate keys keep the last."""
    if node is None:
        return None
    if node.kind == 'object':
        return {member.name: value(member.value) for member in node.members}
    if node.kind == 'array':
        return [value(item) for item in node.items]
    return node.value


def problems(document, *but):
    """(code, text of the place) of each problem."""
    return [(p.code, document.text[p.start:p.end]) for p in document.problems if p.code not in but]


def check_tree(document):
    """Spans are inside the text, children inside their parents and in order, the way up leads to the root."""
    for root in [document.root, *document.extra_roots]:
        if root is None:
            continue
        for node in root.walk():
            assert 0 <= node.start <= node.end <= len(document.text)
            last = node.start
            for member in node.members:
                assert last <= member.key.start <= member.key.end <= member.value.start <= member.value.end <= node.end
                assert member.value.parent is node
                assert member.value.step == member.name == member.key.step
                last = member.value.end
            for index, item in enumerate(node.items):
                assert last <= item.start <= item.end <= node.end
                assert item.parent is node
                assert item.step == index
                last = item.end
    for problem in document.problems:
        assert 0 <= problem.start <= problem.end <= len(document.text)
    assert [p.start for p in document.problems] == sorted(p.start for p in document.problems)
