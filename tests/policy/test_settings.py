"""Settings: strict, from one place, never slower than they must be."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fake
import pytest
from jsonschema import Draft202012Validator
from repository import Repository

from mcp_hooks.policy import settings
from mcp_hooks.policy.settings import Settings, SettingsError, Suppression

FULL = '''
clients = ["claude-code"]
select = ["credential", "MCP2"]
ignore = ["MCP201"]
fail-on = "warning"
exclude = ["vendor/"]
allow = ["0123456789abcdef"]
platforms = ["windows", "linux"]
max-bytes = 1000
baseline = "known.json"

[per-path-ignore]
"tests/**" = ["credential"]

[severities]
MCP210 = "note"

[[suppress]]
path = "a/.mcp.json"
server = "docs"
json-path = "$.mcpServers.docs"
rule = "MCP401"
fingerprint = "0123456789"
reason = "a demo token"
until = 2027-01-31

[[suppress]]
rule = "advice"
reason = "known"
until = "2027-02-28"
'''
WANT = Settings(
    source='.mcp-hooks.toml', clients=('claude-code',), select=('credential', 'MCP2'), ignore=('MCP201',), fail_on='warning',
    exclude=('vendor/',), allow=('0123456789abcdef',), allow_lines=(7,),
    platforms=('windows', 'linux'), max_bytes=1000, baseline='known.json',
    per_path_ignore={'tests/**': ('credential',)}, severities={'MCP210': 'note'},
    suppress=(Suppression('a demo token', 'a/.mcp.json', 'docs', '$.mcpServers.docs', 'MCP401', '0123456789', '2027-01-31', 18),
              Suppression('known', rule='advice', until='2027-02-28', line=27)),
    given=frozenset(settings.KEYS))


def test_every_key(tmp_path: Path) -> None:
    (tmp_path / '.mcp-hooks.toml').write_text(FULL)
    assert settings.load(str(tmp_path)) == WANT


def test_in_pyproject(tmp_path: Path) -> None:
    text = ('[project]\nname = "x"\n[tool.mcp-hooks]\nselect = ["MCP4"]\n\n'
            '[[tool.mcp-hooks.suppress]]\nrule = "MCP401"\nreason = "r"\n')
    (tmp_path / 'pyproject.toml').write_text(text)
    assert settings.load(str(tmp_path)) == Settings('pyproject.toml', frozenset(('select', 'suppress')), select=('MCP4',),
                                                    suppress=(Suppression('r', rule='MCP401', line=6),))
    (tmp_path / '.mcp-hooks.toml').write_text('ignore = ["MCP4"]')
    found = settings.load(str(tmp_path))
    assert (found.source, found.ignore, found.select, found.shadowed) == (
        '.mcp-hooks.toml', ('MCP4',), (), 'pyproject.toml [tool.mcp-hooks]')


def test_at_the_top_of_the_repository(tmp_path: Path) -> None:
    repo = Repository(tmp_path / 'repo')
    repo.write('.mcp-hooks.toml', 'select = ["MCP4"]')
    repo.write('sub/.mcp-hooks.toml', 'select = ["MCP5"]')
    assert settings.load(str(repo.folder / 'sub')).select == ('MCP4',)


def test_none(tmp_path: Path) -> None:
    assert settings.load(str(tmp_path)) == settings.empty() == Settings()
    (tmp_path / 'pyproject.toml').write_text('[project]\ndependencies = [\n  "mcp-hooks>=1",\n]\nbroken = \n')
    assert settings.load(str(tmp_path)) == Settings()  # nothing of ours in it, so it is not even parsed


def test_a_file_of_choice(tmp_path: Path) -> None:
    file = tmp_path / 'other.toml'
    file.write_text('select = ["MCP4"]')
    assert settings.load(str(tmp_path), str(file)).select == ('MCP4',)
    with pytest.raises(OSError, match='No such file'):
        settings.load(str(tmp_path), str(tmp_path / 'missing.toml'))


@pytest.mark.parametrize(('text', 'message'), [
    ('selct = ["x"]', ".mcp-hooks.toml: no key 'selct', did you mean 'select'?"),
    ('fail_on = "error"', ".mcp-hooks.toml: no key 'fail_on', did you mean 'fail-on'?"),
    ('select = "MCP4"', '.mcp-hooks.toml: select must be an array of strings, not a string'),
    ('select = ["MCP4", 5]', '.mcp-hooks.toml: select[1] must be a string, not a number'),
    ('severities = ["x"]', '.mcp-hooks.toml: severities must be a table, not an array'),
    ('severities = {MCP4 = "warn"}',
     '.mcp-hooks.toml: severities."MCP4" is \'warn\', did you mean \'warning\'? It can be error, warning, note'),
    ('severities = {MCP4 = true}', '.mcp-hooks.toml: severities."MCP4" must be a string, not a boolean'),
    ('fail-on = "always"', ".mcp-hooks.toml: fail-on is 'always', it can be error, warning, note, never"),
    ('platforms = ["win"]', ".mcp-hooks.toml: platforms[0] is 'win', did you mean 'windows'? It can be windows, linux, macos"),
    ('max-bytes = true', '.mcp-hooks.toml: max-bytes must be a whole number of bytes, not a boolean'),
    ('max-bytes = 1.5', '.mcp-hooks.toml: max-bytes must be a whole number of bytes, not a number'),
    ('max-bytes = 0', '.mcp-hooks.toml: max-bytes must be 1 or more'),
    ('per-path-ignore = {x = "MCP4"}', '.mcp-hooks.toml: per-path-ignore."x" must be an array of strings, not a string'),
    ('suppress = {rule = "x"}', '.mcp-hooks.toml: suppress must be an array of tables: [[suppress]]'),
    ('suppress = ["x"]', '.mcp-hooks.toml: suppress must be an array of tables: [[suppress]]'),
    ('[[suppress]]\nrule = "x"', '.mcp-hooks.toml: suppress[0] has no reason: say why it is right to be silent here'),
    ('[[suppress]]\nrule = "x"\nreason = " "',
     '.mcp-hooks.toml: suppress[0] has no reason: say why it is right to be silent here'),
    ('[[suppress]]\nreason = "x"',
     '.mcp-hooks.toml: suppress[0] says nothing of what it is for: give a path, server, json-path, rule or fingerprint'),
    ('[[suppress]]\nreason = "x"\npaths = "y"', ".mcp-hooks.toml: suppress[0]: no key 'paths', did you mean 'path'?"),
    ('[[suppress]]\nreason = "x"\nrule = "y"\nuntil = "soon"',
     '.mcp-hooks.toml: suppress[0].until must be a date such as 2027-01-31'),
    ('[[suppress]]\nreason = "x"\nrule = "y"\nuntil = 5',
     '.mcp-hooks.toml: suppress[0].until must be a date such as 2027-01-31, not a number'),
    ('baseline = 2027-01-31', '.mcp-hooks.toml: baseline must be a string, not a date'),
    ('x = ' + '[' * 20_000, '.mcp-hooks.toml is nested too deep'),
    ('x' + '.x' * 200_000 + ' = 1', '.mcp-hooks.toml is nested too deep'),
    ('x = {"."' + '."="' * 200_000 + ' = 1}', '.mcp-hooks.toml is nested too deep'),
    ('max-bytes = ' + '9' * 5_000, '.mcp-hooks.toml has a number in it that is too long'),
    ('baseline = 5 # ' + '.' * 100, '.mcp-hooks.toml: baseline must be a string, not a number'),
    ('x = ', '.mcp-hooks.toml is not TOML: line 1: no value stands here'),
    ('ignore = []\n\nignore = ["x"]\n',
     '.mcp-hooks.toml is not TOML: line 3: `ignore` stands here for the second time (first on line 1): TOML refuses that'),
    ('{"ignore": []}', '.mcp-hooks.toml is not TOML: line 1: this is JSON, not TOML'),
    ('# x\nignore: []', '.mcp-hooks.toml is not TOML: line 2: TOML writes `=` between name and value'),
    ('fail-on = "none"', ".mcp-hooks.toml: fail-on is 'none', did you mean 'note'? It can be error, warning, note, never"),
    ('[tool.mcp-hooks]\nselect = []',
     ".mcp-hooks.toml: no key 'tool'; the keys stand at the top of this file, [tool.mcp-hooks] is for pyproject.toml"),
    ('[mcp_hooks]\nselect = []',
     ".mcp-hooks.toml: no key 'mcp_hooks'; the keys stand at the top of this file, [tool.mcp-hooks] is for pyproject.toml"),
    ('clients = [" "]', '.mcp-hooks.toml: clients[0] is empty'),
    ('exclude = [""]', '.mcp-hooks.toml: exclude[0] is empty'),
    ('exclude = ["a", "!b"]', '.mcp-hooks.toml: exclude[1] begins with `!`, which patterns do not have here'),
    ("exclude = ['a\\b']", '.mcp-hooks.toml: exclude[0] has a backslash in it: write `/` between folders'),
    ('exclude = ["a/../b"]', '.mcp-hooks.toml: exclude[0] has `..` in it: patterns begin at the top of the repository'),
    ('exclude = ["./"]', '.mcp-hooks.toml: exclude[0] matches no path; `**` is for all of them'),
    ('exclude = ["{a,b}/x"]', '.mcp-hooks.toml: exclude[0] has a choice in braces: write one pattern for each'),
    ('per-path-ignore = {"!x" = []}',
     '.mcp-hooks.toml: per-path-ignore."!x" begins with `!`, which patterns do not have here'),
    ('allow = ["0123456"]', '.mcp-hooks.toml: allow[0] must be a fingerprint, or its first 8 characters or more, as --format json '
     'prints it'),
    ('allow = ["scrypt:a:b"]', '.mcp-hooks.toml: allow[0] must be a fingerprint, or its first 8 characters or more, as --format json '
     'prints it'),
    ('[[suppress]]\nreason = "x"\nfingerprint = "my-finding"', '.mcp-hooks.toml: suppress[0].fingerprint must be a fingerprint, or '
     'its first 8 characters or more, as --format json prints it'),
    ('[[suppress]]\nreason = "x"\nserver = ""', '.mcp-hooks.toml: suppress[0].server is empty'),
    ('[[suppress]]\nreason = "x"\njson-path = "mcpServers.docs"',
     '.mcp-hooks.toml: suppress[0].json-path must be a path such as $.mcpServers.docs, as --format json prints it'),
    ('[[suppress]]\nreason = "x"\nrule = "y"\nuntil = "20270131"', '.mcp-hooks.toml: suppress[0].until must be a date such as 2027-01-31'),
    ('[[suppress]]\nreason = "x"\nrule = "y"\nuntil = "2027-W01-1"',
     '.mcp-hooks.toml: suppress[0].until must be a date such as 2027-01-31'),
    ('[[suppress]]\nreason = "x"\nrule = "y"\nuntil = 2027-01-31T00:00:00Z',
     '.mcp-hooks.toml: suppress[0].until must be a date such as 2027-01-31, without a time'),
])
def test_mistakes(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / '.mcp-hooks.toml').write_text(text)
    with pytest.raises(SettingsError) as raised:
        settings.load(str(tmp_path))
    assert str(raised.value) == message


@pytest.mark.parametrize(('text', 'message'), [
    ('[tool.mcp-hooks]\nselct = []', "pyproject.toml [tool.mcp-hooks]: no key 'selct', did you mean 'select'?"),
    ('[tool]\nmcp-hooks = 5', 'pyproject.toml [tool.mcp-hooks] must be a table'),
    ('tool = {mcp-hooks = {select = 1}}', 'pyproject.toml [tool.mcp-hooks]: select must be an array of strings, not a number'),
    ('[tool."mcp-hooks"]\nselect = 1', 'pyproject.toml [tool.mcp-hooks]: select must be an array of strings, not a number'),
    ('[tool]\n"mcp-hooks".select = 1', 'pyproject.toml [tool.mcp-hooks]: select must be an array of strings, not a number'),
    ('[ tool . mcp-hooks ]\nselect = 1', 'pyproject.toml [tool.mcp-hooks]: select must be an array of strings, not a number'),
])
def test_mistakes_in_pyproject(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / 'pyproject.toml').write_text(text)
    with pytest.raises(SettingsError) as raised:
        settings.load(str(tmp_path))
    assert str(raised.value) == message


def test_not_utf8_and_too_large(tmp_path: Path) -> None:
    (tmp_path / '.mcp-hooks.toml').write_bytes(b'select = ["\xff"]')
    with pytest.raises(SettingsError, match='is not UTF-8'):
        settings.load(str(tmp_path))
    (tmp_path / '.mcp-hooks.toml').write_bytes(b'#' * 1_000_001)
    with pytest.raises(SettingsError, match='bytes are more than'):
        settings.load(str(tmp_path))


@pytest.mark.skipif(sys.platform == 'win32', reason='links of POSIX')
def test_a_link_out_of_the_tree(tmp_path: Path) -> None:
    (tmp_path / 'in').mkdir()
    (tmp_path / 'other.toml').write_text('ignore = ["credential"]')
    (tmp_path / 'in' / '.mcp-hooks.toml').symlink_to('../other.toml')
    with pytest.raises(SettingsError, match=r'\.mcp-hooks\.toml: a link out of the tree'):
        settings.load(str(tmp_path / 'in'))


def test_of_another_commit(tmp_path: Path) -> None:
    repo = Repository(tmp_path / 'repo')
    repo.write('pyproject.toml', '[tool.mcp-hooks]\nfail-on = "warning"\nexclude = ["a"]\n')
    repo.commit()
    repo.write('.mcp-hooks.toml', 'fail-on = "never"\nignore = ["credential"]\nexclude = ["**"]\nplatforms = ["linux"]')
    repo.commit()
    base = settings.load_at(repo.path, 'HEAD~1')
    assert (base.source, base.fail_on) == ('pyproject.toml', 'warning')
    assert settings.load_at(repo.path, 'HEAD').fail_on == 'never'
    both = settings.trusting(settings.load(repo.path), base)
    assert (both.fail_on, both.exclude, both.platforms, both.base, both.only_credentials_in) == ('warning', ('a',), ('linux',),
        base, ('**',))
    with pytest.raises(SettingsError, match='fetch-depth: 0'):
        settings.load_at(repo.path, 'origin/main')
    with pytest.raises(SettingsError, match="no commit 'HEAD' to take settings from: nothing is committed on this branch yet"):
        settings.load_at(Repository(tmp_path / 'new').path, 'HEAD')


def test_excluded() -> None:
    some = Settings(exclude=('vendor/', '*.bak', '/docs/**/x.json'))
    assert all(some.is_excluded(path) for path in ('vendor/a.json', 'x/vendor/b/c', 'a.bak', 'docs/x.json', 'docs/a/b/x.json'))
    assert not any(some.is_excluded(path) for path in ('vendor', 'a.json', 'x/docs/x.json', 'vendors/a'))


def test_show(tmp_path: Path) -> None:
    (tmp_path / '.mcp-hooks.toml').write_text(FULL)
    text = settings.show(settings.load(str(tmp_path)), {'fail-on': 'note'})
    lines = {line.partition(' = ')[0]: line for line in text.splitlines()}
    assert lines['fail-on'].split() == ['fail-on', '=', '"note"', '#', 'command', 'line']
    assert lines['max-bytes'].split() == ['max-bytes', '=', '1000', '#', '.mcp-hooks.toml']
    assert '{"reason" = "a demo token", "path" = "a/.mcp.json"' in lines['suppress']
    assert [line.partition(' ')[0] for line in text.splitlines()] == list(settings.KEYS)
    empty = settings.show(settings.empty())
    assert 'max-bytes = 5000000' in empty
    (tmp_path / '.mcp-hooks.toml').write_text(empty)
    assert settings.show(settings.load(str(tmp_path))).replace('.mcp-hooks.toml', 'default') == empty, 'what is shown can be written'
    assert all(line.endswith('# default') for line in empty.splitlines())
    assert settings.show(Settings('a', shadowed='b')).splitlines()[-1] == '# not read: b, because a wins'
    elsewhere = settings.show(Settings('a', given=frozenset({'ignore'}), ignore=('shape',)), folder='../../').splitlines()[2]
    assert elsewhere.split() == ['ignore', '=', '["shape"]', '#', '../../a']


def test_the_lines_of_entries_that_are_written_in_another_way() -> None:
    text = '# [[suppress]]\n[[\tsuppress ]] # x\nreason="r"\nserver="a"\n\n[["suppress"]]\nreason="r"\nserver="b"\n'
    found = settings.parse(text.encode(), 'x.toml', in_section=False)
    assert found is not None
    assert [entry.line for entry in found.suppress] == [2, 6]


ACCEPTED = [
    '', FULL, 'clients = ["cursor"]', 'select = ["all"]', 'fail-on = "never"', 'exclude = ["a/**", "/b", "./c/", "*.json", "[x]/{{ a }}"]',
    'max-bytes = 1', 'allow = ["01234567", "scrypt:5a:' + '0f' * 16 + '"]', 'severities = {}', 'per-path-ignore = {"**" = []}',
    'baseline = ""', '[[suppress]]\nreason = "x"\nrule = "nothing"', '[[suppress]]\nreason = "x"\nserver = "a b"\nuntil = 2027-01-31',
    '[[suppress]]\nreason = "x"\njson-path = "$"', '[[suppress]]\nreason = "x"\nfingerprint = "ABCDEF01"\nuntil = "2027-01-31"',
]
REFUSED = [
    'selct = []', 'select = "x"', 'select = [1]', 'select = [""]', 'clients = [" "]', 'fail-on = "always"', 'fail-on = 1', 'max-bytes = 0',
    'max-bytes = true', 'max-bytes = 1.5', 'platforms = ["win"]', 'baseline = 5', 'severities = {x = "off"}', 'severities = []',
    'exclude = "a"', 'exclude = [""]', 'exclude = ["!a"]', "exclude = ['a\\b']", 'exclude = ["../a"]', 'exclude = ["a/.."]',
    'exclude = ["/"]',
    'exclude = ["a{b,c}"]', 'per-path-ignore = {a = "x"}', 'per-path-ignore = {"" = []}', 'per-path-ignore = {"!a" = []}',
    'allow = ["abc"]', 'allow = [""]', 'allow = ["not-a-mark"]', 'allow = ["scrypt::' + '0f' * 16 + '"]', 'allow = ["scrypt:5a:0f"]',
    'suppress = {}', 'suppress = [1]',
    '[[suppress]]\nrule = "x"', '[[suppress]]\nreason = "x"', '[[suppress]]\nreason = " "\nrule = "x"',
    '[[suppress]]\nreason = "x"\nrule = "x"\nfoo = 1', *(f'[[suppress]]\nreason = "x"\n{key} = ""' for key in (
        'path', 'server', 'json-path', 'rule', 'fingerprint')), '[[suppress]]\nreason = "x"\nrule = "x"\nuntil = "20270131"',
    '[[suppress]]\nreason = "x"\nrule = "x"\nuntil = "2027-02-30"', '[[suppress]]\nreason = "x"\nrule = "x"\nuntil = 2027-01-31T00:00:00',
    '[[suppress]]\nreason = "x"\njson-path = "docs"', '[tool.mcp-hooks]',
]


@pytest.mark.parametrize(('text', 'right'), [*((text, True) for text in ACCEPTED), *((text, False) for text in REFUSED)])
def test_the_schema_says_the_same(text: str, right: bool) -> None:
    import tomllib

    schema = settings.schema()
    Draft202012Validator.check_schema(schema)
    data = json.loads(json.dumps(tomllib.loads(text), default=lambda value: value.isoformat()))
    errors = list(Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER).iter_errors(data))
    assert (not errors) is right, errors
    if right:
        assert settings.parse(text.encode(), 'x.toml', in_section=False)
    else:
        with pytest.raises(SettingsError, match=r'^x\.toml'):
            settings.parse(text.encode(), 'x.toml', in_section=False)


@pytest.mark.parametrize(('written', 'meant'), [
    ('$.mcpServers.docs', '$.mcpServers.docs'), ("$[\"mcpServers\"]['docs'].env", '$.mcpServers.docs.env'),
    ('$[0].args[12]', '$[0].args[12]'), ('$.a["b.c \\" d"]', '$.a["b.c \\" d"]'), ('$', '$')])
def test_a_json_path_may_be_quoted_in_another_way(written: str, meant: str) -> None:
    text = f'[[suppress]]\nreason = "x"\njson-path = {json.dumps(written)}\n'
    found = settings.parse(text.encode(), 'x.toml', in_section=False)
    assert found is not None
    assert found.suppress[0].json_path == meant


@pytest.mark.parametrize('wrong', ['$.a.*', '$..a', '$.a[', '$.a[*]', '$.a[x]', '$["a]', '$a', '.a', '$.', '$.a b'])
def test_what_is_no_json_path_is_refused(wrong: str) -> None:
    text = f'[[suppress]]\nreason = "x"\njson-path = {json.dumps(wrong)}\n'
    with pytest.raises(SettingsError, match=r'json-path must be a path such as'):
        settings.parse(text.encode(), 'x.toml', in_section=False)


def test_cheap(tmp_path: Path) -> None:
    (tmp_path / 'pyproject.toml').write_text('[project]\nname = "x"\ndependencies = ["mcp-hooks"]\n')
    code = (f'import sys; from mcp_hooks.policy import settings; settings.load({str(tmp_path)!r})\n'
            'print([name for name in ("tomllib", "subprocess", "datetime", "difflib", "re") if name in sys.modules])')
    done = subprocess.run([sys.executable, '-I', '-c', code], capture_output=True, encoding='utf-8', check=True)
    assert done.stdout.strip() in ('[]', "['re']")


def test_what_is_shown_holds_no_token(tmp_path: Path) -> None:
    token = fake.github_pat('settings')
    (tmp_path / '.mcp-hooks.toml').write_text(f'clients = ["{token}"]\nbaseline = "a/{token}.json"\n'
                                              f'[[suppress]]\nreason = "{token}"\nserver = "{token}"\n')
    shown = settings.show(settings.load(str(tmp_path)))
    assert token not in shown
    assert shown.count('ghp_…(40+)') == 4
