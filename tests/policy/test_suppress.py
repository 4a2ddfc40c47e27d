"""Who may silence what; and what silences nothing."""
from __future__ import annotations

import fake
import pytest
from findings_for_tests import finding
from pace import within

from mcp_hooks.documents.node import Comment, Document
from mcp_hooks.findings import Finding
from mcp_hooks.policy import comments, settings, slow_hash, suppress
from mcp_hooks.policy.settings import Settings, Suppression
from mcp_hooks.rules import whole

SHAPE = ('MCP101', 'bad-shape', 'shape', 'error')


def document(text: str, mark: str = '//') -> Document:
    """A document of which only the comments count here; each ends with its line, ``/*`` ends with ``*/``."""
    out = Document(text, 'json')
    at = 0
    while True:
        at = min((place for place in (text.find(mark, at), text.find('/*', at)) if place >= 0), default=-1)
        if at < 0:
            return out
        block = text.startswith('/*', at)
        end = text.find('*/', at) + 2 if block else text.find('\n', at)
        end = len(text) if end <= 0 else end
        out.comments.append(Comment(at, end, text[at + 2:end - 2] if block else text[at + len(mark):end]))
        at = end


def lines_of(text: str, found: list[Finding], some: Settings | None = None, **more: object) -> tuple[list[int], list[str],
    list[str]]:
    """Lines of what is kept, reasons of what is not, names and lines of what is said about suppressions."""
    applied = suppress.apply(found, {'.mcp.json': document(text)}, some or Settings(), **more)  # type: ignore[arg-type]
    return ([one.place.line for one in applied.kept], [one.reason for one in applied.suppressed],
            [f'{one.name}:{one.place.line}' for one in applied.extra])


@pytest.mark.parametrize(('text', 'line', 'reason'), [
    ('x // mcp-hooks: ignore[MCP401] a demo', 1, 'a demo'),
    ('x // mcp-hooks: ignore[plaintext-credential]', 1, 'a comment'),
    ('x // mcp-hooks: ignore[credential] - why', 1, 'why'),
    ('x // mcp-hooks:ignore[ MCP4 , shape ]', 1, 'a comment'),
    ('// mcp-hooks: ignore[MCP401] above\nx', 2, 'above'),
    ('  // mcp-hooks: ignore[MCP401] above\n  // more words\nx', 3, 'above'),
    ('/* mcp-hooks: ignore[MCP401] block */ x', 1, 'block'),
    ('/*\n mcp-hooks: ignore[MCP401] block\n*/\nx', 4, 'block'),
    ('x // MCP-Hooks: Ignore[mcp401] any case', 1, 'any case'),
    ('x // see github.com/mcp-hooks: mcp-hooks: ignore[MCP401] its docs', 1, 'its docs'),
    ('x // İİ mcp-hooks: ignore[MCP401] longer in small letters', 1, 'longer in small letters'),
    ('x // of mcp-hooks, gitleaks:allow', 1, 'gitleaks:allow'),
    ('x // gitleaks:allow', 1, 'gitleaks:allow'),
    ('x // see there, betterleaks:allow', 1, 'betterleaks:allow'),
    ('x // Pragma: Allowlist Secret', 1, 'pragma: allowlist secret'),
    ('// pragma: allowlist nextline secret\nx', 2, 'pragma: allowlist nextline secret'),
    ('x // pragma: whitelist secret', 1, 'pragma: whitelist secret'),
])
def test_comments_that_silence(text: str, line: int, reason: str) -> None:
    assert lines_of(text, [finding(line=line)]) == ([], [reason], [])


@pytest.mark.parametrize(('text', 'line', 'said'), [
    ('x // mcp-hooks: ignore[MCP101]', 1, ['unused-suppression:1']),
    ('x // mcp-hooks: ignore[MCP401]\nx', 2, ['unused-suppression:1']),  # behind code it is about its own line
    ('// mcp-hooks: ignore[MCP401]\nx\nx', 3, ['unused-suppression:1']),
    ('x // mcp-hooks: ignore', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: ignore[]', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: ignore[MCP401', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: ignored[MCP401]', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: disable[MCP401]', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: ignore-next-line[MCP401]', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: noqa', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks ignore[MCP401]', 1, ['unknown-suppression:1']),
    ('x // mcp_hooks: ignore[MCP401]', 1, ['unknown-suppression:1']),
    ('x // mcp-hooks: see the docs', 1, []),
    ('x // mcp-hooks allows that, mcp-hooks ignores this', 1, []),
    ('x // mcp-hooks: allows[x]', 1, []),
    ('// gitleaks:allow\nx', 2, []),
    ('x // pragma: allowlist nextline secret', 1, []),
])
def test_comments_that_do_not(text: str, line: int, said: list[str]) -> None:
    assert lines_of(text, [finding(line=line)]) == ([line], [], said)


def test_other_scanners_speak_of_credentials_only() -> None:
    assert lines_of('x // gitleaks:allow', [finding(*SHAPE)]) == ([1], [], [])


def test_where_a_comment_stands() -> None:
    one, = comments.directives(document('a\n  "é😀": 1, // mcp-hooks: ignore[MCP401] why'))
    assert one == comments.Directive(('MCP401',), (2,), 'why', True, 2, 15, 40)
    assert comments.directives(document('plain // words')) == []


def test_a_finding_of_several_lines() -> None:
    assert lines_of('x\ny // mcp-hooks: ignore[MCP401]', [finding(line=1, end_line=2)])[0] == []


def test_unknown_rules_are_named() -> None:
    from mcp_hooks.rules import config_rules

    rules = (*config_rules(), *whole.RULES)
    name = next(rule for rule in rules if rule.default).name
    applied = suppress.apply([], {'.mcp.json': document(f'x // mcp-hooks: ignore[{name}x]')}, Settings(), rules=rules)
    message, = [one.message for one in applied.extra]
    assert message == f"This comment ignores what does not exist: no rule or category '{name}x', did you mean {name!r}?"


def test_what_names_no_rule_may_be_a_credential() -> None:
    from mcp_hooks.rules import config_rules

    rules = (*config_rules(), *whole.RULES)
    token, word = fake.github_pat('selector'), 'correct horse battery staple ' * 3 + 'end'
    one = finding(line=1)
    some = Settings('s', suppress=(Suppression('r', rule=token),))
    text = f'x // mcp-hooks: ignore[{token}]\n// mcp-hooks: ignore[{word}]'
    applied = suppress.apply([one], {'.mcp.json': document(text)}, some, secrets={one: word}, rules=rules)
    assert [told.message for told in applied.extra] == [
        "This comment ignores what does not exist: no rule or category 'ghp_…(40+)'; mcp-hooks rules lists them",
        "This comment ignores what does not exist: no rule or category '…(40+)'; mcp-hooks rules lists them",
        "This entry is for no rule or category 'ghp_…(40+)'; mcp-hooks rules lists them"]


def test_what_is_said_of_suppressions_has_severities_and_can_be_silenced() -> None:
    from mcp_hooks.rules import config_rules

    rules = (*config_rules(), *whole.RULES)
    text, entry = 'x // mcp-hooks: ignore[missing-type] old', Suppression('later', rule='unused-suppression', path='.mcp.json', line=3)
    applied = suppress.apply([], {'.mcp.json': document(text)}, Settings(), rules=rules, severities={'MCP091': 'error'})
    assert [(one.rule, one.severity) for one in applied.extra] == [('MCP091', 'error')]
    some = Settings('s', suppress=(entry, Suppression('gone', server='gone', line=7)))
    applied = suppress.apply([], {'.mcp.json': document(text)}, some, rules=rules, whole=True)
    assert [(one.finding.rule, one.reason) for one in applied.suppressed] == [('MCP091', 'later')]
    assert [(one.path, one.place.line) for one in applied.extra] == [('s', 7)]
    some = Settings('s', per_path_ignore={'*.json': ('MCP091',)})
    assert lines_of(text, [], some, rules=rules) == ([], ['per-path-ignore "*.json" in s'], [])


def test_an_entry_for_a_rule_that_has_to_be_asked_for() -> None:
    from mcp_hooks.rules import config_rules

    asleep = next(rule for rule in config_rules() if not rule.default)
    awake = tuple(rule for rule in (*config_rules(), *whole.RULES) if rule.default)
    some = Settings('s', suppress=(Suppression('r', rule=asleep.name, line=3),))
    text = f'x // mcp-hooks: ignore[{asleep.id}]'
    assert lines_of(text, [], some, rules=awake, whole=True)[2] == []
    assert lines_of(text, [], some, rules=(*awake, asleep), whole=True)[2] == ['unused-suppression:1', 'unused-suppression:3']


def test_a_rule_of_sessions_is_known_where_there_is_no_session() -> None:
    from mcp_hooks.rules import config_rules
    from mcp_hooks.transcripts.rules import session_rules

    asked = session_rules()[0]
    some = Settings('s', suppress=(Suppression('r', rule=asked.id), Suppression('r', rule=asked.id[:4]), Suppression('r', rule='MCP999')))
    text = f'x // mcp-hooks: ignore[{asked.name}]'
    rules = (*config_rules(), *whole.RULES)
    assert lines_of(text, [], some, rules=rules, others=session_rules, whole=True)[2] == ['unknown-suppression:1']
    assert lines_of(text, [], some, rules=(*rules, *session_rules()), whole=True)[2] == [
        'unused-suppression:1', 'unused-suppression:1', 'unused-suppression:1', 'unknown-suppression:1']


def test_many_entries_are_compared_with_a_path_once() -> None:
    entries = tuple(Suppression('r', path=f'z{number}/**/x*y/*.json') for number in range(4_000))
    found = [finding(line=line) for line in range(1, 300)]
    kept, _, extra = within(3, lambda: lines_of('', found, Settings('s', suppress=entries), whole=True))
    assert (len(kept), len(extra)) == (299, 100)


def test_unused_only_if_the_rule_was_asked() -> None:
    from mcp_hooks.rules import config_rules

    rules = config_rules()
    text = f'x // mcp-hooks: ignore[{rules[0].id}]'
    assert lines_of(text, [], rules=(*rules, *whole.RULES))[2] == ['unused-suppression:1']
    assert lines_of(text, [], rules=(*rules[1:], *whole.RULES))[2] == []
    assert lines_of(text, [], rules=rules)[2] == [] or whole.UNUSED in rules


ENTRY = Suppression('known', path='*.json', server='docs', json_path='$.mcpServers.docs', rule='MCP401', fingerprint='01234567',
                    until='2026-12-31', line=7)


@pytest.mark.parametrize('change', [
    {'path': 'other/*.json'}, {'server': 'Docs'}, {'json_path': '$.mcpServers.doc'},
    {'json_path': '$.mcpServers.docs.env.TOKEN.x'},
    {'rule': 'MCP402'}, {'fingerprint': '01234568'}, {'fingerprint': '0'}])
def test_all_conditions_of_an_entry_must_hold(change: dict[str, str]) -> None:
    assert suppress.matches(ENTRY, finding())
    assert not suppress.matches(ENTRY._replace(**change), finding())


def test_entries_of_the_settings() -> None:
    some = Settings('.mcp-hooks.toml', suppress=(ENTRY,))
    found = [finding(), finding(server='other', line=2)]
    assert lines_of('', found, some, today='2026-12-31') == ([2], ['known'], [])
    assert lines_of('', found, some, today='2027-01-01') == ([1, 2], [], ['expired-suppression:7'])
    assert lines_of('', found[1:], some, today='2026-12-31') == ([2], [], [])
    assert lines_of('', found[1:], some, today='2026-12-31', whole=True) == ([2], [], ['unused-suppression:7'])
    applied = suppress.apply(found, {}, some, today='2026-12-31')
    assert [(one.how, one.reason) for one in applied.suppressed] == [('external', 'known')]


def test_an_entry_for_a_rule_that_is_not() -> None:
    from mcp_hooks.rules import config_rules

    some = Settings('.mcp-hooks.toml', suppress=(Suppression('r', rule='MCP999', line=3),))
    assert lines_of('', [finding()], some, rules=(*config_rules(), *whole.RULES))[2] == ['unknown-suppression:3']


def test_per_path() -> None:
    some = Settings('s', per_path_ignore={'tests/**': ('credential',), '*.yaml': ('MCP101',)})
    found = [finding(path='tests/a/.mcp.json'), finding(path='.mcp.json', line=2),
             finding(*SHAPE, path='tests/.mcp.json', line=3),
             finding(*SHAPE, path='a/b.yaml', line=4)]
    assert lines_of('', found, some) == ([2, 3], ['per-path-ignore "tests/**" in s', 'per-path-ignore "*.yaml" in s'], [])


def test_allowed_values(monkeypatch: pytest.MonkeyPatch) -> None:
    token, other = fake.github_pat('allowed'), fake.github_pat('other')
    one, two = finding(), finding(line=2, fingerprint='ffff')
    some = Settings('s', allow=(slow_hash.value_fingerprint(token),))
    assert lines_of('', [one, two], some, secrets={one: token, two: other}) == ([2], ['allowed in s'], [])
    assert lines_of('', [one, two], Settings('s', allow=('0123456789ABCDEF', 'ff')), secrets={}) == ([2], ['allowed in s'], [])


# --- what a pull request may not do ----------------------------------------------------------------------------------------

EVERYTHING = Settings('tree', ignore=('credential',), per_path_ignore={'**': ('all',)}, exclude=('**',),
                      allow=('0123456789abcdef',),
                      suppress=(Suppression('mine', rule='all'),), fail_on='never')


def test_the_tree_cannot_silence_a_credential() -> None:
    some = settings.trusting(EVERYTHING, Settings('base'))
    found = [finding(), finding(*SHAPE, line=2)]
    text = 'x // mcp-hooks: ignore[credential]\ny'
    assert lines_of('', found, EVERYTHING)[0] == []
    assert lines_of(text, found, some)[:2] == ([1], ['per-path-ignore "**" in tree'])
    assert lines_of('x // gitleaks:allow', found[:1], some)[0] == [1]
    assert (some.fail_on, some.exclude) == ('error', ())


def test_the_base_can() -> None:
    base = Settings('base', suppress=(Suppression('theirs', rule='MCP401'),))
    assert lines_of('', [finding()], settings.trusting(EVERYTHING, base))[:2] == ([], ['theirs'])


def test_a_comment_that_the_base_has_already() -> None:
    some = settings.trusting(Settings(), Settings())
    text = '// mcp-hooks: ignore[credential] old\n"TOKEN": "x"\n"OTHER": "y" // gitleaks:allow'
    found = [finding(line=2), finding(line=3)]
    assert lines_of(text, found, some, trusted_text=lambda path: text)[0] == []
    assert lines_of(text, found, some, trusted_text=lambda path: f'{{\r\n{text}\r\n}}'.replace('"y"', '"z"'))[0] == [3]
    assert lines_of(text, found, some, trusted_text=lambda path: text.replace('"x"', '"xx"'))[0] == [2]
    assert lines_of(text, found, some, trusted_text=lambda path: '')[0] == [2, 3]


def test_a_comment_that_was_moved_to_a_value_of_the_base_is_not_the_word_of_the_base() -> None:
    some = settings.trusting(Settings(), Settings())
    base = '"TOKEN": "x"\n// mcp-hooks: ignore[credential] old\n"OTHER": "y"\n'
    moved = '// mcp-hooks: ignore[credential] old\n"TOKEN": "x"\n"OTHER": "y"\n'
    assert lines_of(moved, [finding(line=2)], some)[0] == [2]
    assert lines_of(moved, [finding(line=2)], some, trusted_text=lambda path: base)[0] == [2]
    assert lines_of(base, [finding(line=3)], some, trusted_text=lambda path: base)[0] == []


def test_the_base_is_asked_once_for_a_file() -> None:
    some = settings.trusting(Settings(), Settings())
    text = '"A": "x" // gitleaks:allow\n' * 50
    asked: list[str] = []

    def trusted_text(path: str) -> str:
        asked.append(path)
        return text

    assert lines_of(text, [finding(line=line) for line in range(1, 51)], some, trusted_text=trusted_text)[0] == []
    assert asked == ['.mcp.json']


def test_no_reason_holds_a_credential() -> None:
    token, word = fake.github_pat('reason'), 'correct horse battery'
    one, two = finding(line=1), finding(line=2)
    text = f'x // mcp-hooks: ignore[credential] instead of {token}\ny // mcp-hooks: ignore[credential] was {word}'
    assert lines_of(text, [one, two], secrets={two: word})[1] == ['instead of ghp_…(40+)', 'was …(16+)']
    some = Settings('s', suppress=(Suppression(f'{word}, {token}', server='docs'),))
    assert lines_of('', [one], some, secrets={one: word})[1] == ['…(16+), ghp_…(40+)']
    some = Settings('s', per_path_ignore={f'**/{token}/**': ('all',), '**': ('all',)})
    assert lines_of('', [finding(path=f'{token}/a.json')], some)[1] == ['per-path-ignore "**/ghp_…(40+)/**" in s']


def test_a_tree_that_excludes_loses_only_what_is_no_credential() -> None:
    some = settings.trusting(Settings('tree', exclude=('vendor/',)), Settings('base'))
    found = [finding(path='vendor/a.json'), finding(*SHAPE, path='vendor/a.json', line=2),
             finding(*SHAPE, path='a.json', line=3)]
    assert lines_of('', found, some) == ([1, 3], ['excluded in tree'], [])


def test_comments_of_scripts_and_documents() -> None:
    """Of what no parser reads, the comment signs of its language are known all the same."""
    text = ('# mcp-hooks: ignore[credential] a sample\nclaude mcp add a -e A=1\n'
            'claude mcp add b -e B=1  # gitleaks:allow\n'
            'Write `gitleaks:allow` behind the line.\n<!-- mcp-hooks: ignore[MCP411] shown in the docs -->\nclaude mcp add c -e C=1\n'
            'rem pragma: allowlist nextline secret\nclaude mcp add d -e D=1\n')
    found = comments.directives(Document(text, 'text'))
    assert [(one.selectors, one.lines) for one in found] == [
        (('credential',), (1, 2)), (('credential',), (3,)), (('MCP411',), (5, 6)), (('credential',), (8,))]
    assert comments.directives(Document('mcp-hooks: ignore' * 2000 + '\n# x', 'text')) == []


def test_a_comment_above_reaches_a_whole_command() -> None:
    text = ('# mcp-hooks: ignore[MCP411] a sample\nclaude mcp add a \\\n  -e A=1 \\\n  -- npx a\n'
            'claude mcp add b `\n  -e B=1\n<# mcp-hooks: ignore[MCP411] this too #>\nclaude mcp add c ^\n  -e C=1\n'
            '{/* mcp-hooks: ignore[MCP411] and this */}\n`d`\ne\n# gitleaks:allow\nclaude mcp add f \\\n -e F=1')
    found = comments.directives(Document(text, 'text'))
    assert [(one.lines, one.reason) for one in found] == [
        ((1, 2, 3, 4), 'a sample'), ((7, 8, 9), 'this too'), ((10, 11), 'and this'), ((13,), 'gitleaks:allow')]


@pytest.mark.parametrize(('parse', 'text', 'lines'), [
    ('yaml', 'a:\n  # {}\n  key: |\n    one\n    two\n  b: x\n', (2, 3, 4, 5)),
    ('yaml', 'a:\n  key: | # {}\n    one\n    two # mcp-hooks: ignore[x] no comment\n  b: x\n', (2, 3, 4)),
    ('yaml', 'a:\n  # {}\n  - "one\n    two"\n  - x\n', (2, 3, 4)),
    ('yaml', '# {}\na:\n  b: x\n', (1, 2)),
    ('toml', '# {}\nkey = """\none\ntwo"""\nb = 1\n', (1, 2, 3, 4)),
    ('toml', "key = [ # {}\n  '''one\n  two''',\n]\n", (1,)),
    ('jsonc', '{{\n  // {}\n  "key":\n    "one",\n  "b": 1\n}}', (2, 3, 4)),
])
def test_a_comment_above_reaches_a_whole_value(parse: str, text: str, lines: tuple[int, ...]) -> None:
    from mcp_hooks.documents.jsonc import parse_json
    from mcp_hooks.documents.toml_ import parse_toml
    from mcp_hooks.documents.yaml_ import parse_yaml

    read = {'yaml': parse_yaml, 'toml': parse_toml, 'jsonc': parse_json}[parse]
    assert [one.lines for one in comments.directives(read(text.format('mcp-hooks: ignore[MCP401] why')))] == [lines]


def test_a_comment_above_reaches_a_block_of_code() -> None:
    mark = '<!-- mcp-hooks: ignore[credential] a sample -->\n'
    text = f'{mark}```json\n{{\n  `x\n}}\n```\ny\n{mark}~~~~\na\n~~~\nb\n~~~~~\n{mark}``` x ```\ny\n{mark}  ```never\nends\n'
    page = Document(text, 'json')
    page.comments += [Comment(at, at + len(mark) - 1, mark[4:-4]) for at in range(len(text)) if text.startswith(mark, at)]
    assert [(one.lines, one.reason) for one in comments.directives(page)] == [
        ((1, 2, 3, 4, 5, 6), 'a sample'), ((8, 9, 10, 11, 12, 13), 'a sample'), ((14, 15), 'a sample'), ((17, 18), 'a sample')]
    assert [one.lines for one in comments.directives(Document(text, 'text'))] == [one.lines for one in comments.directives(page)]


def test_a_page_may_quote_a_comment() -> None:
    """It silences, since a shell takes `# words` for a comment, but nobody is told that it silences nothing."""
    text = 'Write `// mcp-hooks: ignore[missing-type] why`.\n`x` <!-- mcp-hooks: ignore[missing-type] -->\n'
    found = comments.directives(Document(text, 'text'))
    assert [(one.selectors, one.lines, one.ours) for one in found] == [
        (('missing-type',), (1,), False), (('missing-type',), (2,), True)]
    applied = suppress.apply([finding(line=9)], {'README.md': Document(text, 'text')}, Settings())
    assert [(one.name, one.place.line) for one in applied.extra] == [('unused-suppression', 2)]


def test_comments_of_a_long_text_take_no_longer_than_its_length() -> None:
    within(3, lambda: comments.directives(Document('İ # pragma\n' * 60_000 + ':allow', 'text')))


def test_many_comments_and_many_selectors_are_not_compared_with_each_other() -> None:
    from mcp_hooks.rules import config_rules

    line = '// mcp-hooks: ignore[shape] y\n'
    many = Document(line * 20_000 + 'x', 'json')
    many.comments += [Comment(at * len(line), (at + 1) * len(line) - 1, line[2:-1]) for at in range(20_000)]
    found = [finding(line=number) for number in range(1, 2_000)]
    applied = within(3, lambda: suppress.apply(found, {'.mcp.json': many}, Settings()))
    assert (len(applied.kept), len(applied.extra)) == (1_999, 20_000)
    named = ','.join(f'a{number}' for number in range(50_000))
    rules = (*config_rules(), *whole.RULES)
    kept, _, extra = within(3, lambda: lines_of(f'x // mcp-hooks: ignore[{named}]', found[:1], rules=rules))
    assert (kept, len(extra)) == ([1], 100)


@pytest.mark.parametrize('hashed', ['é' * 32, '', 'x' * 32, 'a'])
def test_what_is_no_fingerprint_of_a_value_allows_nothing(hashed: str) -> None:
    one = finding(line=1)
    assert lines_of('x', [one], Settings(allow=(f'scrypt:salt:{hashed}',)), secrets={one: fake.github_pat(1)})[0] == [1]
