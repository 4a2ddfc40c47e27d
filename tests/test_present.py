"""From a hit to a finding: the excerpt around a place, its masks, the fingerprint, the group."""
from __future__ import annotations

import fake
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within

from mcp_hooks import engine, present, rules
from mcp_hooks.clients.record import FileKind
from mcp_hooks.documents.node import Document, Node
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.merging import Judged
from mcp_hooks.present import EXCERPT_WIDTH, Presenter
from mcp_hooks.redact import Redactor, mask
from mcp_hooks.servers import ConfigFile, Server
from mcp_hooks.sources.source import Source

SECRETS = [fake.github_pat(), fake.base62(20), fake.passphrase(), 'Zq9!']
RULE = rules.config_rules()[0]


def presenter(text: str, secrets: list[str] = SECRETS) -> Presenter:
    one = Presenter(Source('.mcp.json', b''), Document(text, 'text'), ())
    one.redactor = Redactor(secrets)
    one.masks = one.redactor.find(text)
    return one


def excerpt(text: str, start: int, end: int, secrets: list[str] = SECRETS) -> tuple[str, int, int]:
    found = presenter(text, secrets).finding(Judged(RULE, Hit(None, 'x', (start, end)), 'error', None, ()))
    return found.excerpt, found.excerpt_start, found.excerpt_end


pieces = st.one_of(st.sampled_from(SECRETS), st.text('ab" :,{}é😀配\t', max_size=40), st.sampled_from(('\n', '\r\n', '\r', '"', ' ' * 90)))
texts = st.lists(pieces, max_size=14).map(''.join)


@given(texts, st.data())
def test_an_excerpt_never_holds_a_credential_and_its_place_is_inside(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, first, last = excerpt(text, start, end)
    assert 0 <= first <= last <= len(shown) <= 200
    assert not set(shown) & set('\r\n')
    for secret in SECRETS:
        for size in range(8, len(secret)):
            assert secret[:size] not in shown
            assert secret[-size:] not in shown


@given(texts, st.data())
def test_an_excerpt_shows_the_place_itself(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, first, last = excerpt(text, start, end, [])
    line_end = min(at if at >= 0 else len(text) for at in (text.find('\n', start), text.find('\r', start)))
    marked = shown[first:last]
    assert text[start:max(start, min(end, line_end))].startswith(marked.removesuffix('…'))
    assert len(marked) == max(0, min(end, line_end) - start) or len(shown) >= EXCERPT_WIDTH


def test_a_credential_takes_the_room_of_its_mask() -> None:
    long = fake.base62(164, 'long')
    text = f'KEY = "{long}" # of {long}' + 'b' * 200
    shown, first, last = excerpt(text, 7, 171, [long])
    assert shown == f'KEY = "{mask(long)}" # of {mask(long)}' + 'b' * (160 - 14 - 2 * len(mask(long))) + '…'
    assert shown[first:last] == mask(long)


@pytest.mark.parametrize(('text', 'span', 'shown', 'marked'), [
    pytest.param('ab', (0, 1), 'ab', 'a', id='first'),
    pytest.param('ab', (2, 2), 'ab', '', id='at the end'),
    pytest.param('', (0, 0), '', '', id='nothing'),
    pytest.param('x\nab\ny', (2, 4), 'ab', 'ab', id='its own line only'),
    pytest.param('x\r\nab\r\ny', (3, 5), 'ab', 'ab', id='CRLF'),
    pytest.param('abc\ndef', (1, 6), 'abc', 'bc', id='over two lines: the first'),
    pytest.param('a' * 500, (0, 3), 'a' * 160 + '…', 'aaa', id='the beginning of a long line'),
    pytest.param('a' * 497 + 'xyz', (497, 500), '…' + 'a' * 157 + 'xyz', 'xyz', id='the end of a long line'),
    pytest.param('b' * 300 + 'xyz' + 'a' * 300, (300, 303), '…' + 'b' * 53 + 'xyz' + 'a' * 104 + '…', 'xyz', id='in the middle'),
])
def test_excerpt(text: str, span: tuple[int, int], shown: str, marked: str) -> None:
    out, first, last = excerpt(text, *span, [])
    assert (out, out[first:last]) == (shown, marked)


TOKEN = SECRETS[0]


@pytest.mark.parametrize(('before', 'inside', 'after', 'marked'), [
    pytest.param('"', TOKEN, '"', mask(TOKEN), id='the credential itself'),
    pytest.param('', f'"{TOKEN}"', '', f'"{mask(TOKEN)}"', id='around it'),
    pytest.param(f'"{TOKEN}" ', 'x', '', 'x', id='after it'),
    pytest.param('', 'x', f' "{TOKEN}"', 'x', id='before it'),
    pytest.param(f'{TOKEN} ', f'{TOKEN} {TOKEN}', f' {TOKEN}', f'{mask(TOKEN)} {mask(TOKEN)}', id='two of four'),
    pytest.param(TOKEN[:5], TOKEN[5:9], TOKEN[9:], mask(TOKEN), id='within it: all of it'),
    pytest.param(TOKEN[:5], TOKEN[5:] + ' x', 'y', f'{mask(TOKEN)} x', id='from within it'),
    pytest.param('y', 'x ' + TOKEN[:5], TOKEN[5:], f'x {mask(TOKEN)}', id='into it'),
])
def test_masks_in_an_excerpt(before: str, inside: str, after: str, marked: str) -> None:
    out, first, last = excerpt(before + inside + after, len(before), len(before + inside))
    assert out[first:last] == marked
    assert TOKEN not in out


def test_a_credential_that_the_window_cuts_is_masked_whole() -> None:
    text = TOKEN * 8
    for at in range(0, len(text), 7):
        out, _, _ = excerpt(text, at, at + 1)
        assert not any(TOKEN[begin:begin + 8] in out for begin in range(len(TOKEN) - 8))


def test_a_key_of_several_lines_is_masked_on_each() -> None:
    key = fake.private_key()
    text = f'{{"key": "{key}"}}'
    for number, line in enumerate(key.splitlines()[1:-1]):
        out, _, _ = excerpt(text, text.index(line), text.index(line) + len(line), [key])
        assert line not in out, number


def named(name: str) -> Server:
    kind = FileKind()
    return Server(name, None, Node('object', 0, 0), ConfigFile('x', Document('x', 'json'), kind), kind)


def judged(text: str, name: str = 'a', server: str = 's') -> Judged:
    return Judged(RULE, Hit(None, f'the message with {text}', (0, 1), help=f'help {text}', fix=Fix(f'write {text}', (Edit(0, 1, 'x'),))),
                  'error', named(f'{server} {text}'), ())


def test_every_text_of_a_finding_is_masked() -> None:
    one = presenter('x').finding(judged(TOKEN))
    for shown in (one.message, one.help, one.server, one.fix.title if one.fix else ''):
        assert TOKEN not in shown
        assert mask(TOKEN) in shown


def test_an_edit_that_writes_a_credential_has_no_place_to_be_shown_at() -> None:
    hit = Hit(None, 'x', (0, 1), fix=Fix('move it', (Edit(0, 1, f'"{TOKEN}"'),)))
    one = presenter('abc').finding(Judged(RULE, hit, 'error', None, ()))
    assert one.fix_places == ()
    assert one.fix is not None
    assert presenter('abc').finding(judged('')).fix_places == ((1, 1, 1, 2),)


def test_like_findings_of_one_place_are_counted() -> None:
    one = presenter('abc')
    prints = [one.finding(judged('')).fingerprint for _ in range(3)]
    assert len(set(prints)) == 3
    again = presenter('abc')
    assert [again.finding(judged('')).fingerprint for _ in range(3)] == prints


def test_a_group_is_of_this_run_only() -> None:
    assert present.group_of(None) == present.group_of('') == ''
    assert present.group_of('a') == present.group_of('a') != present.group_of('b')
    assert present.group_of('\ud800')
    key = present.group_key()
    assert present.group_key(b'another') == key, 'the first one stays'
    present._KEY.clear()
    before = present.group_of('a')
    present._KEY.clear()
    assert present.group_of('a') != before
    present._KEY[:] = [key]


@pytest.mark.parametrize('text', [
    pytest.param('{"mcpServers": {' + ', '.join(f'"{n}": {{"command": {n}}}' for n in range(4000)) + '}}', id='many findings on one line'),
    pytest.param('{"mcpServers": {' + ', '.join(f'"{n}": {{"command": "x", "env": {{"A_TOKEN": "{fake.base62(24, n)}"}}}}'
                                               for n in range(1500)) + '}}', id='many credentials on one line'),
])
def test_many_findings_take_linear_time(text: str) -> None:
    options = engine.Options(tuple(rule for rule in rules.config_rules() if rule.default))
    assert len(within(10, lambda: engine.examine(Source('.mcp.json', text.encode()), options).findings)) >= 1500
