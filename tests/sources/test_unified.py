"""Unified diffs, of git and of other programs: files and added lines."""
from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from mcp_hooks.sources import unified
from mcp_hooks.sources.unified import WHOLE

ONE = ((1, 1),)
BODY = '@@ -1 +1 @@\n-a\n+b\n'


@pytest.mark.parametrize(('text', 'lines'), [
    ('', {}),
    ('--- a/x.json\n+++ b/x.json\n@@ -1 +1 @@\n-a\n+b\n', {'x.json': ((1, 1),)}),
    ('--- a/x.json\n+++ b/x.json\n@@ -1,2 +1,4 @@\n a\n+b\n+c\n d\n', {'x.json': ((2, 3),)}),
    # what looks like a header inside a hunk is text
    ('--- a/x.json\n+++ b/x.json\n@@ -1,1 +1,3 @@\n+++ b/evil.json\n+@@ -1 +1 @@\n a\n'
     '--- a/y.json\n+++ b/y.json\n@@ -0,0 +1 @@\n+z\n',
     {'x.json': ((1, 2),), 'y.json': ((1, 1),)}),
    ('--- a/x.json\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n', {}),
    ('--- /dev/null\n+++ b/x.json\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n', {'x.json': ((1, 2),)}),
    ('--- x.json\t2026-01-01 00:00:00\n+++ x.json\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n', {'x.json': ((1, 1),)}),
    ('--- a/x.json\r\n+++ b/x.json\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n', {'x.json': ((1, 1),)}),
    ('diff --git a/a.json b/b.json\nsimilarity index 100%\nrename from a.json\nrename to b.json\n', {'b.json': ()}),
    ('diff --git a/x.json b/x.json\nindex 1..2 100644\nBinary files a/x.json and b/x.json differ\n', {'x.json': WHOLE}),
    ('diff --cc x.json\nindex 1,2..3\n--- a/x.json\n+++ b/x.json\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n', {'x.json': WHOLE}),
    ('--- "a/\\303\\251\\"\\t.json"\n+++ "b/\\303\\251\\"\\t.json"\n@@ -1 +1 @@\n-a\n+b\n', {'é"\t.json': ((1, 1),)}),
    ('--- a/x.json\n+++ b/x.json\n@@ -3,2 +2,0 @@\n-a\n-b\n', {'x.json': ()}),
    ('+++ b/x.json\n@@ nonsense @@\n+a\n', {'x.json': ()}),
])
def test_diffs(text: str, lines: dict[str, object]) -> None:
    assert unified.parse(text.encode()) == lines


def test_a_diff_without_prefixes() -> None:
    diff = b'--- b/x.json\n+++ b/x.json\n@@ -1 +1 @@\n-a\n+b\n'
    assert unified.parse(diff, lambda path: path == 'b/x.json') == {'b/x.json': ONE}
    assert unified.parse(diff, lambda path: True) == {'x.json': ONE}
    # the first line of git tells it, whatever else is there
    assert unified.parse(b'diff --git b/x.json b/x.json\nindex 1..2 100644\n' + diff, lambda path: True) == {'b/x.json': ONE}
    assert unified.parse(b'diff --git a/x.json b/x.json\nindex 1..2 100644\n--- a/x.json\n+++ b/x.json\n' + BODY.encode(),
                         lambda path: True) == {'x.json': ONE}


@pytest.mark.parametrize(('header', 'path'), [
    ('a/x.json b/x.json', 'x.json'), ('i/x.json w/x.json', 'x.json'), ('x.json x.json', 'x.json'),
    ('a/my dir/x.json b/my dir/x.json', 'my dir/x.json'), ('my dir/x.json my dir/x.json', 'my dir/x.json'),
    ('a/x b/x.json b/x b/x.json', 'x b/x.json'), ('before/x y.json after/x y.json', 'x y.json'),
    ('"a/\\303\\251.json" "b/\\303\\251.json"', 'é.json'), ('"a/q\\"\\".json" "b/q\\"\\".json"', 'q"".json'),
    ('a/a and b/x.json b/a and b/x.json', 'a and b/x.json'),
])
@pytest.mark.parametrize('more', ['old mode 100644\nnew mode 100755\n', 'new file mode 100644\nindex 000..e69\n'])
def test_sections_without_names(header: str, path: str, more: str) -> None:
    """A change of the mode, and an empty file, have no line but git's first one to tell the path."""
    text = f'diff --git {header}\n{more}'
    assert unified.parse(text.encode()) == {path: ()}
    assert unified.parse(text.replace('\n', '\r\n').encode()) == {path: ()}
    assert unified.parse((text + 'GIT binary patch\nliteral 3\nKcmZ\n\nliteral 0\nHcmV\n\n').encode()) == {path: WHOLE}
    assert unified.parse((text + f'Binary files /dev/null and b/{path} differ\n').encode()) == {path: WHOLE}
    assert unified.parse(f'diff --git {header}\ndeleted file mode 100644\nindex 1..0\n'.encode()) == {}
    assert unified.parse(f'diff --git {header}\n'.encode()) == {}  # touched, and nothing else


TREE = {'.mcp.json', 's/.mcp.json', 'sp ace/x.json'}


@pytest.mark.parametrize(('before', 'after', 'path'), [
    ('old/s/.mcp.json', 'new/s/.mcp.json', 's/.mcp.json'), ('../old/.mcp.json', './.mcp.json', '.mcp.json'),
    ('/home/old/s/.mcp.json', '/home/new/s/.mcp.json', 's/.mcp.json'), ('s\\.mcp.json', 's\\.mcp.json', 's/.mcp.json'),
    ('/tmp/old.json', '.mcp.json', '.mcp.json'), ('old/sp ace/x.json\t2026-01-01', 'new/sp ace/x.json\t2026-01-02', 'sp ace/x.json'),
    ('/dev/null', 'new/s/.mcp.json', 's/.mcp.json'), ('a/s/.mcp.json', 'b/s/.mcp.json', 's/.mcp.json'),
    ('.mcp.json\t(revision 1)', '.mcp.json\t(working copy)', '.mcp.json'),
    # not here, and no reason to take a file of the same name for it
    ('t/.mcp.json', 't/.mcp.json', 't/.mcp.json'), ('a/t/.mcp.json', 'b/t/.mcp.json', 't/.mcp.json'),
    ('../../x', '../../etc/passwd', '../../etc/passwd'),
])
def test_paths_of_other_programs(before: str, after: str, path: str) -> None:
    assert unified.parse(f'--- {before}\n+++ {after}\n{BODY}'.encode(), TREE.__contains__) == {path: ONE}


def test_files_of_one_side_and_binary_files_of_diff_r() -> None:
    text = (b'Only in old: gone.json\nOnly in new: .mcp.json\nOnly in new/s: .mcp.json\n'
            b'Binary files old/sp ace/x.json and new/sp ace/x.json differ\n')
    assert unified.parse(text, TREE.__contains__) == {'.mcp.json': WHOLE, 's/.mcp.json': WHOLE, 'sp ace/x.json': WHOLE}


def test_what_is_not_merged() -> None:
    assert unified.parse(b'* Unmerged path .mcp.json\n') == {'.mcp.json': WHOLE}
    text = 'diff --cc "\\303\\251 x.json"\nindex 1,2..3\n' \
           '--- "a/\\303\\251 x.json"\n+++ "b/\\303\\251 x.json"\n@@@ -1,1 -1,1 +1,2 @@@\n++b\n'
    assert unified.parse(text.encode()) == {'é x.json': WHOLE}


@pytest.mark.parametrize('dress', [
    lambda text: text.encode('utf-16'), lambda text: b'\xfe\xff' + text.replace('\n', '\r\n').encode('utf-16-be'),
    lambda text: b'\xef\xbb\xbf' + text.encode(),
    lambda text: ''.join(f'\x1b[1;32m{line}\x1b[m\n' for line in text.splitlines()).encode(),
])
def test_diffs_as_they_come(dress: object) -> None:
    text = 'diff --git a/x.json b/x.json\nindex 1..2 100644\n--- a/x.json\n+++ b/x.json\n@@ -1,2 +1,2 @@ x\n a\n-b\n+c\n'
    assert unified.parse(dress(text)) == {'x.json': ((2, 2),)}  # type: ignore[operator]


def section(ids: str, body: str, path: str = 'x.json') -> str:
    return f'commit 1\n\ndiff --git a/{path} b/{path}\nindex {ids} 100644\n--- a/{path}\n+++ b/{path}\n{body}'


def test_several_commits_in_one_text() -> None:
    first = section('1..2', '@@ -3,0 +4,2 @@\n+a\n+b\n')  # 4-5
    second = section('2..3', '@@ -1,0 +2,3 @@\n+x\n+y\n+z\n@@ -5 +8 @@\n-b\n+c\n')  # 2-4, 4 is 7, 8
    third = section('3..4', '@@ -2,3 +1,0 @@\n-x\n-y\n-z\n')
    assert unified.parse((first + second).encode()) == {'x.json': ((2, 4), (7, 8))}
    assert unified.parse((second + first).encode()) == {'x.json': ((2, 4), (7, 8))}
    assert unified.parse((first + second + third).encode()) == {'x.json': ((4, 5),)}
    assert unified.parse((third + second + first).encode()) == {'x.json': ((4, 5),)}
    # no chain: nobody knows which lines
    assert unified.parse((first + third).encode()) == {'x.json': WHOLE}
    assert unified.parse((first + second + 'diff --git a/x.json b/x.json\nindex 3..4\nBinary files a/x.json and b/x.json differ\n'
                          ).encode()) == {'x.json': WHOLE}
    renamed = 'diff --git a/x.json b/y.json\nsimilarity index 90%\nrename from x.json\nrename to y.json\n'
    assert unified.parse((first + renamed).encode()) == {'x.json': ((4, 5),), 'y.json': WHOLE}


def test_a_hunk_that_is_cut_short() -> None:
    cut = '--- a/x.json\n+++ b/x.json\n@@ -1,9 +1,9 @@\n a\n+b\ndiff --git a/y.json b/y.json\nold mode 100644\nnew mode 100755\n'
    assert unified.parse(cut.encode()) == {'x.json': WHOLE, 'y.json': ()}
    words = 'diff --git a/x.json b/x.json\nindex 1..2\n--- a/x.json\n+++ b/x.json\n@@ -1,2 +1,2 @@\n{\n[-a-]{+b+}\n'
    assert unified.parse(words.encode()) == {'x.json': WHOLE}


@pytest.mark.parametrize('head', ['@@', '@@ @@', '@@ -1 @@', '@@ -a +b @@', '@@ -1,-5 +1,-5 @@', f'@@ -1 +{"9" * 6000} @@'])
def test_no_hunk(head: str) -> None:
    assert unified.parse(f'--- a/x.json\n+++ b/x.json\n{head}\n+a\n'.encode()) == {'x.json': ()}


def test_time_is_linear_in_the_text() -> None:
    heads = b'diff --git ' + b'a ' * 4_000 + b'\nold mode 1\n' + b'diff --git ' + b'a/ ' * 200_000 + b'\nold mode 1\n'
    sections = b''.join(section(f'{number}..{number + 1}', '@@ -1,0 +1 @@\n+a\n').encode() for number in range(10_000))
    for text in (heads, sections):
        within(3, lambda text=text: unified.parse(text))


@given(st.lists(st.lists(st.sampled_from('abc'), max_size=8), min_size=2, max_size=5), st.integers(0, 3), st.booleans())
@settings(max_examples=200)
def test_lines_are_carried_through_commits(versions: list[list[str]], context: int, newest_first: bool) -> None:
    """Against a record of who wrote each line."""
    import difflib

    told = []
    new = [False] * len(versions[0])
    for number, (old, now) in enumerate(pairwise(versions)):
        diff = '\n'.join(difflib.unified_diff(old, now, 'a/x', 'b/x', lineterm='', n=context))
        told.append(f'diff --git a/x b/x\nindex {number}..{number + 1}\n{diff}\n')
        kept: list[bool] = []
        for tag, a, b, c, d in difflib.SequenceMatcher(None, old, now).get_opcodes():
            kept += new[a:b] if tag == 'equal' else [True] * (d - c)
        new = kept
    found = unified.parse(''.join(reversed(told) if newest_first else told).encode())
    assert {line for first, last in found['x'] for line in range(first, last + 1)} == {at + 1 for at, one in enumerate(new) if one}


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_any_bytes_are_a_diff(data: bytes) -> None:
    unified.parse(data)
    unified.parse(b'--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n' + data)


@given(st.lists(st.sampled_from('abcde'), max_size=12), st.lists(st.sampled_from('abcde'), max_size=12), st.integers(0, 3))
@settings(max_examples=200)
def test_added_lines_agree_with_difflib(old: list[str], new: list[str], context: int) -> None:
    import difflib

    diff = list(difflib.unified_diff(old, new, 'a/x', 'b/x', lineterm='', n=context))
    expected = set()
    for tag, _, _, first, last in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag in ('insert', 'replace'):
            expected |= set(range(first + 1, last + 1))
    found = unified.parse('\n'.join(diff).encode())
    assert {line for first, last in found.get('x', ()) for line in range(first, last + 1)} == expected
