"""What is mended, what stays, and that a second time changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import fix_text, hits_of

from mcp_hooks import fixing
from mcp_hooks.findings import Edit, Finding, Fix
from mcp_hooks.text import decode


def find(path: str, data: bytes) -> Sequence[Finding]:
    """The hits of the owner's rules; fixing looks at their fixes only."""
    return [hit for _, hit in hits_of(path, data)]  # type: ignore[misc]


def fixed(path: str, text: str) -> str:
    return fix_text(path, text, find)[0]


def test_apply_takes_the_first_of_two_that_overlap() -> None:
    fixes = [
        Fix('a', (Edit(0, 2, 'X'), Edit(4, 5, 'Y'))),
        Fix('b', (Edit(1, 3, '!'),)),
        Fix('c', (Edit(2, 3, 'Z'),)),
        Fix('d', (Edit(2, 2, '!'),)),
    ]
    assert fixing.apply('abcdef', fixes) == 'XZdYf'
    assert fixing.apply('abc', []) == 'abc'
    with pytest.raises(ValueError):
        fixing.apply('abc', [Fix('x', (Edit(2, 9, ''),))])


def test_equal_fixes_are_made_once() -> None:
    fixes = [Fix('a', (Edit(0, 0, 'x'),)), Fix('b', (Edit(0, 0, 'x'),))]
    assert fixing.chosen(fixes) == fixes[:1]


def test_one_fix_uncovers_another() -> None:
    text = '{"servers": {"docs": {"command": "docs-mcp", "environment": {"A": "${env:A}"}, "args": ["-y docs-mcp"],}}}'
    assert fixed('.mcp.json', text) == (
        '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"A": "${A}"}, "args": ["-y", "docs-mcp"]}}}'
    )


@pytest.mark.parametrize('encoding', ['utf-8', 'utf-16-le', 'utf-16-be'])
def test_encoding_and_mark_stay(encoding: str) -> None:
    text = '{"servers": {"d": {"command": "d", "env": {"A": "${A}", "é": "😀"}}}}'
    mark = '\ufeff'.encode(encoding)
    data, titles = fixing.fix_data('.vscode/mcp.json', mark + text.encode(encoding), find)
    assert data == mark + text.replace('${A}', '${env:A}').encode(encoding)
    assert titles == ['write `${env:A}`']


def test_a_mark_that_is_the_mistake_goes() -> None:
    text = '{"mcpServers": {"d": {"command": "d"}}}'
    data, titles = fixing.fix_data('.mcp.json', b'\xef\xbb\xbf' + text.encode(), find)
    assert data == text.encode()
    assert titles == ['remove the byte-order mark']


def test_text_that_cannot_be_decoded_stays() -> None:
    data = b'{"mcpServers": {"d\xff": {"command": "d", "env": {"A": "$A"}}}}'
    assert fixing.fix_data('.mcp.json', data, find) == (data, [])


def test_encoded_is_the_inverse_of_decode() -> None:
    assert fixing.encoded('é', 'utf-16-le', True) == b'\xff\xfe\xe9\x00'
    for encoding, bom in (('utf-8', False), ('utf-8', True), ('utf-16-le', True), ('utf-16-be', True)):
        assert decode(fixing.encoded('é', encoding, bom)) == ('é', encoding, bom, None)


def test_a_fix_that_breaks_the_text_is_not_made() -> None:
    text = '{"mcpServers": {"d": {"command": "d"}}}'
    bad, good = Fix('bad', (Edit(1, 2, ''),)), Fix('good', (Edit(34, 35, 'e'),))

    class Found:
        def __init__(self, fix: Fix) -> None:
            self.fix = fix

    def once(path: str, data: bytes) -> Sequence[Finding]:
        return [Found(bad), Found(good)] if b'"d"}}}' in data else []  # type: ignore[list-item]

    new, titles = fix_text('.mcp.json', text, once)
    assert titles == ['good']
    assert json.loads(new) == {'mcpServers': {'d': {'command': 'e'}}}


def test_two_fixes_that_undo_each_other_end() -> None:
    class Found:
        fix = Fix('flip', (Edit(0, 1, ''),))

    def flip(path: str, data: bytes) -> Sequence[Finding]:
        found = Found()
        found.fix = Fix('flip', (Edit(0, 1, '2' if data == b'1' else '1'),))
        return [found]  # type: ignore[list-item]

    assert fix_text('x.json', '1', flip) == ('2', ['flip'])


# every kind of mistake that has one right answer: (key of the entry or '', what is written, what is meant)
SLIPS = {
    '.mcp.json': ('mcpServers', '${%s}', {'env': 'environment'}),
    '.cursor/mcp.json': ('mcpServers', '${env:%s}', {'env': 'environment'}),
    '.vscode/mcp.json': ('servers', '${env:%s}', {'env': 'environment'}),
    '.gemini/settings.json': ('mcpServers', '${%s}', {}),
    'opencode.json': ('mcp', '{env:%s}', {'environment': 'env'}),
}
WRONG = ('$%s', '${%s}', '${env:%s}', '{env:%s}')
COMMENTS = {'.vscode/mcp.json', 'opencode.json'}
names = st.text('ABCDEFGHIJ_', min_size=2, max_size=6).filter(lambda n: n.strip('_') == n)


@st.composite
def broken(draw: st.DrawFn) -> tuple[str, str, object]:
    """A path, a text with mistakes, and what it should say in the end."""
    path = draw(st.sampled_from(sorted(SLIPS)))
    root, form, slips = SLIPS[path]
    opencode = path == 'opencode.json'
    env_key = 'environment' if opencode else 'env'
    right: dict[str, object] = {}
    wrong: dict[str, object] = {}
    for number in range(draw(st.integers(1, 3))):
        variables = draw(st.lists(names, min_size=1, max_size=2, unique=True))
        good_env = {name: 'x-' + form % name for name in variables}
        literal = [
            w for w in WRONG if w % 'A' != form % 'A' and not (path == '.gemini/settings.json' and w in ('$%s', '${%s}'))
        ]
        bad_env = {name: 'x-' + draw(st.sampled_from([form, *literal])) % name for name in variables}
        bad_env = {k: v.replace('x-$', 'x/$') for k, v in bad_env.items()}
        good_env = {k: v.replace('x-', 'x/') if bad_env[k].startswith('x/') else v for k, v in good_env.items()}
        words = draw(st.sampled_from([['-y', 'docs-mcp'], ['-y', 'docs-mcp', '--port', '80']]))
        head, tail = words[:2], words[2:]
        bad_words = [*head, *([' '.join(tail)] if tail and draw(st.booleans()) else tail)]
        name = f's{number}'
        if opencode:
            right[name] = {'type': 'local', 'command': ['npx', *words], env_key: good_env}
            bad: dict[str, object] = {'type': 'local', 'command': ['npx', *bad_words], env_key: bad_env}
        else:
            right[name] = {'command': 'npx', 'args': words, env_key: good_env}
            bad = {'command': 'npx', 'args': bad_words, env_key: bad_env}
        if env_key in slips and draw(st.booleans()):
            bad = {slips[env_key] if key == env_key else key: value for key, value in bad.items()}
        wrong[name] = bad
    text = json.dumps({root: wrong}, indent=draw(st.sampled_from((None, 2, '\t'))), ensure_ascii=draw(st.booleans()))
    if path in COMMENTS and '\n' in text:
        lines = text.split('\n')
        chance = random.Random(draw(st.integers(0, 10**6)))
        text = '\n'.join(line + (f' // note {n}, kept' if chance.random() < 0.3 else '') for n, line in enumerate(lines))
    if draw(st.booleans()):
        text = text.replace('\n', '\r\n')
    return path, text, {root: right}


@given(broken())
@settings(max_examples=80, deadline=None)
def test_a_broken_entry_is_mended_once(case: tuple[str, str, object]) -> None:
    path, text, right = case
    new, titles = fix_text(path, text, find)
    stripped = '\n'.join(line.partition(' // note')[0] for line in new.replace('\r\n', '\n').split('\n'))
    assert json.loads(stripped) == right
    assert hits_of(path, new.encode()) == []
    assert fix_text(path, new, find) == (new, [])
    assert (new == text) is (not titles)
    assert [p for p in text.split('//')[1:] if p.split('kept')[0] + 'kept' not in new] == []
    assert ('\r\n' in new) is ('\r\n' in text)
    assert new.count('\n') - text.count('\n') == sum(title.startswith('write one') for title in titles) * (
        0 if '\n' not in text else 1
    )


@given(st.text(st.characters(codec='utf-8'), max_size=60), st.sampled_from(('.mcp.json', '.vscode/mcp.json', 'opencode.json')))
@settings(max_examples=60, deadline=None)
def test_any_text_comes_to_rest(text: str, path: str) -> None:
    new, _ = fix_text(path, text, find)
    assert fix_text(path, new, find) == (new, [])


@pytest.mark.parametrize(
    ('path', 'text', 'after'),
    [
        (
            'librechat.yaml',
            'version: 1.2.8\nmcpServers:\n  d: # kept\n    command: npx\n    args:\n      - -y docs-mcp\n'
            '    env:\n      A: $ABC  # too\n',
            'version: 1.2.8\nmcpServers:\n  d: # kept\n    command: npx\n    args:\n      - -y\n      - docs-mcp\n'
            '    env:\n      A: ${ABC}  # too\n',
        ),
        (
            '.continue/mcpServers/d.yaml',
            'name: d\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: d\n    command: d\n    env: {A: \'${ABC}\', B: "x"}\n',
            'name: d\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: d\n    command: d\n'
            '    env: {A: \'${{ secrets.ABC }}\', B: "x"}\n',
        ),
        (
            '.codex/config.toml',
            '# kept\n[mcp_servers.d]\ncommand = "npx" # too\nargs = ["-y docs-mcp"]\n\n[mcp_servers.d.environment]\nA = "1"\n',
            '# kept\n[mcp_servers.d]\ncommand = "npx" # too\nargs = ["-y", "docs-mcp"]\n\n[mcp_servers.d.env]\nA = "1"\n',
        ),
        (
            '.codex/config.toml',
            '[mcp_servers.d]\nurl = "https://x.example/mcp"\n'
            'http_headers = { X-A = "a", Authorization = "Bearer $DOCS_KEY" }\n',
            '[mcp_servers.d]\nbearer_token_env_var = "DOCS_KEY"\nurl = "https://x.example/mcp"\nhttp_headers = { X-A = "a" }\n',
        ),
        (
            '.codex/config.toml',
            "[mcp_servers.d]\nurl = 'https://x.example/mcp'\nbearer_token_env_var = '${DOCS_KEY}'\n",
            "[mcp_servers.d]\nurl = 'https://x.example/mcp'\nbearer_token_env_var = 'DOCS_KEY'\n",
        ),
    ],
)
def test_other_formats(path: str, text: str, after: str) -> None:
    assert fixed(path, text) == after
    assert fixed(path, after) == after
    assert fixed(path, text.replace('\n', '\r\n')) == after.replace('\n', '\r\n')


def test_a_text_that_never_comes_to_rest_is_left_alone() -> None:
    class Found:
        fix = Fix('more', (Edit(0, 0, 'x'),))

    assert fix_text('x.json', '1', lambda path, data: [Found()]) == ('1', [])  # type: ignore[list-item]
