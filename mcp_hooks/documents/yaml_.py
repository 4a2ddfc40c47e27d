"""YAML to a tree with spans, from the events of ``ruamel.yaml``: its own composer recurses, and text may nest without end.

Scalars are read by the core schema of YAML 1.2 (``yes`` is a string). Aliases share the nodes of their anchor.
"""
from __future__ import annotations

import re

from mcp_hooks.documents.node import ARRAY, OBJECT, OTHER, STRING, Comment, Document, Member, Node, Problem
from mcp_hooks.documents.yaml_words import MAX_DEPTH, TOO_DEEP, explained, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# the scanner is pure Python: some 4 µs for a character, 25 µs for an event
MAX_CHARACTERS = 300_000
MAX_EVENTS = 25_000
MAX_SHARED = 100_000  # values that aliases may repeat

_UNPRINTABLE = re.compile('[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
_PROPERTIES = re.compile(r'(?:[&!]\S*|[ \t\r\n]+|#[^\r\n]*)*')
_COMMENT = re.compile(r'(?:^|(?<=[ \t\r\n]))#[^\r\n]*')


def parse_yaml(text: str, start: int = 0, end: int | None = None) -> Document:
    """The tree of ``text[start:end]``; offsets are those of the whole ``text``. Further documents are ``extra_roots``."""
    end = len(text) if end is None else end
    document = Document(text, 'yaml')
    _Composer(document, text[start:end]).compose()
    if start:
        from mcp_hooks.documents.spans import shift
        shift(document, start)
    document.problems.sort(key=lambda problem: problem.start)
    return document


class _Open:
    """A container that is not complete yet."""

    __slots__ = ('anchor', 'key', 'merges', 'node', 'weight')

    def __init__(self, node: Node, anchor: str | None, weight: int) -> None:
        self.node = node
        self.anchor = anchor
        self.weight = weight  # how many values had been read before it
        self.key: Node | None = None
        self.merges: list[Node] = []


class _Composer:
    __slots__ = ('anchors', 'count', 'document', 'scalars', 'shared', 'stack', 'text', 'weights')

    def __init__(self, document: Document, text: str) -> None:
        self.document = document
        self.text = text
        self.stack: list[_Open] = []
        self.anchors: dict[str, Node | None] = {}  # None: not complete yet
        self.weights: dict[int, int] = {}
        self.count = 0
        self.shared = 0
        self.scalars: list[tuple[int, int]] = []

    def problem(self, code: str, start: int, end: int, message: str) -> None:
        size = len(self.text)
        start = min(start, size)
        self.document.problems.append(Problem(code, start, max(start, min(end, size)), message))

    def compose(self) -> None:
        text = self._printable(self.text)
        if len(text) > MAX_CHARACTERS:
            cut = text.rfind('\n', 0, MAX_CHARACTERS) + 1 or MAX_CHARACTERS
            self.problem('too-large', cut, cut, f'longer than {MAX_CHARACTERS} characters: what follows is not read')
            text = text[:cut]
        reached = self._events(text)
        while self.stack:
            self._close(self._end_of(self.stack[-1].node))
        if self.document.root is None and not self.document.problems:
            self.problem('empty', 0, 0, 'the file is empty' if not text.strip() else 'there is no YAML value in the file')
        self._comments(text, reached)

    def _printable(self, text: str) -> str:
        """YAML refuses the whole text for one control character; a stand-in of the same length keeps the rest readable."""
        found = _UNPRINTABLE.search(text)
        if found is None:
            return text
        at, c = found.start(), found.group()
        if c != '\ufeff' or at:
            code = 'nul' if c == '\0' else 'lone-surrogate' if '\ud800' <= c <= '\udfff' else 'control-character'
            self.problem(code, at, at + 1, f'YAML does not allow the character U+{ord(c):04X}')
        return _UNPRINTABLE.sub('\ufffd', text)

    def _events(self, text: str) -> int:
        """Feed the tree; returns how far the text was understood."""
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError
        from ruamel.yaml.scanner import Scanner

        class BoundedScanner(Scanner):  # its work for one token grows with the depth of flow collections
            def fetch_flow_collection_start(self, *args: Any, **names: Any) -> None:
                if self.flow_level > MAX_DEPTH:
                    mark = self.reader.get_mark()
                    raise MarkedYAMLError(problem='too deep', problem_mark=mark)
                super().fetch_flow_collection_start(*args, **names)

        yaml = YAML(typ='safe', pure=True)
        yaml.Scanner = BoundedScanner
        events = yaml.parse(text)
        at: int = 0
        for _ in range(MAX_EVENTS):
            try:
                event = next(events, None)
            except MarkedYAMLError as error:
                self._refused(error, at)
                return at
            except Exception:  # the library's own slips on odd input, such as a code point out of range in an escape
                self.problem('yaml', at, at + 1, 'from here on this is not YAML')
                return at
            if event is None:
                return len(text)
            at = event.end_mark.index
            if not self._take(event):
                return at
        self.problem('too-large', at, at + 1, f'more than {MAX_EVENTS} parts: what follows is not read')
        return at

    def _refused(self, error: Any, at: int) -> None:
        mark = error.problem_mark or error.context_mark
        start = mark.index if mark else at
        code, message = explained(f'{error.problem} {error.context}')
        if code == 'unclosed-string' and error.context_mark:
            start = error.context_mark.index
            self.problem(code, start, start + 1, message)
            return
        if error.context and 'flow' in error.context and error.context_mark:
            opened = self.text[error.context_mark.index:error.context_mark.index + 1]
            if opened in ('[', '{'):
                code = 'unclosed'
                closing = ']' if opened == '[' else '}'
                message = f'`{closing}` or a comma missing: the `{opened}` is on line {error.context_mark.line + 1}'
        if start >= len(self.text) and self.text.strip():
            start = len(self.text.rstrip()) - 1
        self.problem(code, start, start + 1, message)

    def _take(self, event: Any) -> bool:
        """One event of the parser. False when the rest is not worth reading."""
        name = type(event).__name__
        if name == 'ScalarEvent':
            self._scalar(event)
        elif name in ('MappingStartEvent', 'SequenceStartEvent'):
            start = self._skip_properties(event)
            node = Node(OBJECT if name == 'MappingStartEvent' else ARRAY, start, max(start, event.end_mark.index))
            if len(self.stack) >= MAX_DEPTH:
                self.problem('too-deep', start, start + 1, TOO_DEEP)
                return False
            self._attach(node)
            if event.anchor:
                self.anchors[event.anchor] = None
            self.stack.append(_Open(node, event.anchor, self.count))
        elif name in ('MappingEndEvent', 'SequenceEndEvent'):
            node = self.stack[-1].node
            is_flow = self.text[node.start:node.start + 1] in ('{', '[') and self.text[event.end_mark.index - 1] in '}]'
            self._close(event.end_mark.index if is_flow and event.end_mark.index > node.start else self._end_of(node))
        elif name == 'AliasEvent':
            self._alias(event)
        elif name == 'DocumentStartEvent':
            self.anchors.clear()
        return True

    def _skip_properties(self, event: Any) -> int:
        """Where the value itself begins, after its anchor and tag."""
        start: int = event.start_mark.index
        if event.anchor or event.tag:
            found = _PROPERTIES.match(self.text, start)
            if found and found.end() <= max(event.end_mark.index, start) + 1000:
                return found.end() if found.end() < len(self.text) else start
        return start

    def _end_of(self, node: Node) -> int:
        """A block ends with its last value: the parser's mark is behind the blanks and comments that follow."""
        last = node.members[-1].value if node.members else node.items[-1] if node.items else None
        pending = self.stack[-1].key if self.stack and self.stack[-1].node is node else None
        end = max(node.start, last.end if last is not None and last.parent is node else node.start)
        return max(end, pending.end) if pending else end

    def _scalar(self, event: Any) -> None:
        start, end = self._skip_properties(event), event.end_mark.index
        end = max(start, end)
        if event.style in ('|', '>'):
            end = max(start + 1, start + len(self.text[start:end].rstrip()))
        value = event.value
        self.count += 1
        holder = self.stack[-1] if self.stack else None
        if holder is not None and holder.node.kind == OBJECT and holder.key is None:
            self.scalars.append((start, end))
            holder.key = Node(STRING, start, end, value)
            if event.anchor:
                self.anchors[event.anchor] = holder.key
            return
        plain = event.implicit[0] and event.style is None
        if not value and plain and holder is not None:  # nothing is written: the mark is at whatever comes next
            start = end = self._after_sign(holder, start)
        kind, content = typed(value, event.tag, plain)
        self.scalars.append((start, end))
        node = Node(kind, start, end, content)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._attach(node)

    def _after_sign(self, holder: _Open, start: int) -> int:
        """The place after the `:` or `-` whose value is missing."""
        if holder.key is not None:
            colon = self.text.find(':', holder.key.end, start)
            return colon + 1 if colon >= 0 else holder.key.end
        last = holder.node.items[-1].end if holder.node.items else holder.node.start
        dash = self.text.rfind('-', last, start)
        return dash + 1 if dash >= 0 else start

    def _attach(self, node: Node, is_alias: bool = False) -> None:
        self.count += 1
        if not self.stack:
            if self.document.root is None:
                self.document.root = node
            else:
                self.document.extra_roots.append(node)
            return
        holder = self.stack[-1]
        parent = holder.node
        if parent.kind == ARRAY:
            node.parent, node.step = parent, len(parent.items)
            parent.items.append(node)
            return
        if holder.key is None:  # a key that is no scalar: kept under an empty name
            holder.key = Node(STRING, node.start, node.end, node.text if is_alias else '')
            if node.kind in (OBJECT, ARRAY) and not is_alias:
                node.parent, node.step = parent, ''
            return
        key, holder.key = holder.key, None
        if key.text == '<<' and self.text[key.start:key.end] == '<<' and node.kind in (OBJECT, ARRAY):
            holder.merges.append(node)
        key.parent = node.parent = parent
        member = Member(key, node)
        key.step = node.step = member.name
        parent.members.append(member)

    def _close(self, end: int) -> None:
        done = self.stack.pop()
        node = done.node
        if done.key is not None:
            at = max(done.key.end, done.key.start)
            self.stack.append(done)
            self._attach(Node(OTHER, at, at))  # the text broke off
            self.stack.pop()
            end = max(end, at)
        node.end = max(node.start, end)
        self.weights[id(node)] = self.count - done.weight + 1
        if done.anchor:
            self.anchors[done.anchor] = node
        if len(node.members) > 1 and len({member.name for member in node.members}) != len(node.members):
            self._duplicates(node)
        if done.merges:
            self._merge(node, done.merges)

    def _duplicates(self, node: Node) -> None:
        first: dict[str, Node] = {}
        for member in node.members:
            earlier = first.setdefault(member.name, member.key)
            if earlier is member.key or member.name in ('', '<<') or len(self.document.problems) > 100:
                continue
            from mcp_hooks.documents.json_report import is_plain
            from mcp_hooks.text import line_at
            what = f'`{member.name}`' if is_plain(member.name) else 'this name'
            line = line_at(self.text, earlier.start)
            self.problem('duplicate-key', member.key.start, member.key.end,
                         f'{what} stands twice in one mapping (first on line {line}): readers refuse the file or drop one')

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        self.scalars.append((start, end))
        node = Node(OTHER, start, end)
        if event.anchor not in self.anchors:
            self.problem('unknown-alias', start, end,
                         'no anchor of this name stands before: a value that begins with `*` stands in quotes')
        else:
            target = self.anchors[event.anchor]
            weight = self.weights.get(id(target), 1)
            if target is None:
                self.problem('recursive-alias', start, end, 'this alias stands in the value that it names')
            elif self.shared + weight > MAX_SHARED:
                if not any(p.code == 'too-large' for p in self.document.problems):
                    self.problem('too-large', start, end,
                                 f'aliases repeat more than {MAX_SHARED} values: the rest of them is not read')
            else:
                self.shared += weight
                self.count += weight
                node.kind, node.value = target.kind, target.value
                node.members, node.items = target.members, target.items
        self._attach(node, is_alias=True)

    def _merge(self, node: Node, merges: list[Node]) -> None:
        """Put the members that ``<<`` brings in before the node's own, which win."""
        names = {member.name for member in node.members}
        added: list[Member] = []
        for source in merges:
            for base in source.items if source.kind == ARRAY else [source]:
                for member in base.members if base.kind == OBJECT else ():
                    if member.name not in names and self.shared < MAX_SHARED:
                        names.add(member.name)
                        weight = self.weights.get(id(member.value), 1)
                        self.shared += weight
                        self.count += weight
                        added.append(member)
        sources = set(map(id, merges))
        node.members[:] = added + [
            member for member in node.members if id(member.value) not in sources or member.value.kind not in (OBJECT, ARRAY)]

    def _comments(self, text: str, reached: int) -> None:
        """``#`` at the beginning of a line or after a blank, outside of all scalars."""
        if '#' not in text:
            return
        spans = sorted(self.scalars)
        index = 0
        for found in _COMMENT.finditer(text):
            at = found.start()
            while index < len(spans) and spans[index][1] <= at:
                index += 1
            if index < len(spans) and spans[index][0] <= at < spans[index][1]:
                start = spans[index][0]
                if text[start] not in '|>' or text.find('\n', start, at) >= 0:  # behind `|` a comment may stand
                    continue
            if at > reached and text[text.rfind('\n', 0, at) + 1:at].strip():
                continue
            self.document.comments.append(Comment(at, found.end(), found.group()[1:]))
