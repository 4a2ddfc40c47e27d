"""By whose word the real command is silent: settings, comments and baselines of the tree, of a trusted commit, of the command line."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import fake
import pytest
from doors.test_commands import Here

from mcp_hooks.policy import slow_hash

ONE, TWO = fake.github_pat('known one'), fake.github_pat('known two')
RULE = 'credential-in-env'


def config(token: str, server: str = 'github') -> str:
    return json.dumps({'mcpServers': {server: {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': token}}}}, indent=2) + '\n'


@pytest.fixture
def here(tmp_path: Path) -> Here:
    """Two files with a credential each, committed."""
    repo = Here(tmp_path / 'repo')
    repo.write('a/.mcp.json', config(ONE))
    repo.write('b/.mcp.json', config(TWO))
    repo.commit()
    return repo


A, B = ('a/.mcp.json', RULE), ('b/.mcp.json', RULE)
JSON = ('--format', 'json')


# --- options that say nothing ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize('option', ['settings', 'baseline', 'write-baseline', 'trust-settings-from', 'output'])
@pytest.mark.parametrize('command', [('scan',), ('check', 'a/.mcp.json'), ('inspect', 'a/.mcp.json')])
def test_a_variable_that_is_not_set_is_not_taken_for_no_option(here: Here, command: tuple[str, ...], option: str) -> None:
    done = here(*command, f'--{option}=')
    assert (done.code, done.out, done.err) == (2, '', f'mcp-hooks: --{option} is given an empty text\n')


def test_options_that_contradict_each_other(here: Here) -> None:
    here.write('other.toml', 'ignore = ["credential"]\n')
    done = here('scan', '--settings', 'other.toml', '--no-settings')
    assert (done.code, done.err) == (2, 'mcp-hooks: --settings and --no-settings cannot be asked at once\n')
    done = here('scan', '--write-baseline', '-')
    assert (done.code, done.err) == (2, 'mcp-hooks: --write-baseline takes the name of a file\n')
    assert not (here.folder / '-').exists()


# --- settings --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(('text', 'message'), [
    ('select = ["credential-in-evn"]', "select: no rule or category 'credential-in-evn', did you mean 'credential-in-env'?"),
    ('ignore = ["MCP999"]', "ignore: no rule or category 'MCP999'; mcp-hooks rules lists them"),
    ('severities = {shap = "note"}', "severities: no rule or category 'shap', did you mean 'shape'?"),
    ('per-path-ignore = {"a/**" = ["shap"]}', "per-path-ignore.'a/**': no rule or category 'shap', did you mean 'shape'?"),
    ('clients = ["cursr"]', "clients: no client 'cursr', did you mean 'cursor'?; see mcp-hooks clients"),
])
def test_an_unknown_word_is_told_with_file_and_key(here: Here, text: str, message: str) -> None:
    here.write('.mcp-hooks.toml', text)
    done = here('scan')
    assert (done.code, done.err) == (2, f'mcp-hooks: .mcp-hooks.toml: {message}\n')


def test_what_is_shown_is_what_a_run_would_take(here: Here) -> None:
    here.write('.mcp-hooks.toml', 'fail-on = "note"')
    done = here('config', '--show', cwd='a')
    assert (done.code, done.out.splitlines()[5].split()) == (0, ['fail-on', '=', '"note"', '#', '../.mcp-hooks.toml'])
    for text, message in (('ignore = ["shap"]', "ignore: no rule or category 'shap', did you mean 'shape'?"),
                          ('clients = ["cursr"]', "clients: no client 'cursr', did you mean 'cursor'?; see mcp-hooks clients"),
                          ('ignore = ["MCP601"]', '')):
        here.write('.mcp-hooks.toml', text)
        done = here('config')
        assert (done.code, done.err) == ((2, f'mcp-hooks: .mcp-hooks.toml: {message}\n') if message else (0, ''))


@pytest.mark.parametrize(('text', 'section'), [
    ('[tool.mcp_hooks]\nselect = []', 'tool.mcp_hooks'), ('[mcp-hooks]\nselect = []', 'mcp-hooks'), ('mcp_hooks = {}', 'mcp_hooks')])
def test_a_section_of_another_name_is_not_passed_over(here: Here, text: str, section: str) -> None:
    here.write('pyproject.toml', text)
    done = here('scan')
    assert (done.code, done.err) == (2, f'mcp-hooks: pyproject.toml [{section}]: the section is called [tool.mcp-hooks]\n')


def test_what_is_excluded_is_not_scanned_by_its_name_either(here: Here) -> None:
    here.write('.mcp-hooks.toml', 'exclude = ["a/"]')
    for command in ('scan', 'check'):
        done = here(command, 'a/.mcp.json', *JSON)
        assert (done.code, done.names) == (0, [])
        assert done.data['skipped'] == [{'path': 'a/.mcp.json', 'reason': 'excluded by .mcp-hooks.toml'}]
    assert here('scan', *JSON).names == [B]


def test_an_allowed_finding_that_is_gone(here: Here) -> None:
    mark = here('scan', 'a', *JSON).data['findings'][0]['fingerprint']
    here.write('.mcp-hooks.toml', f'allow = [\n  "{mark[:12].upper()}",\n  "0123456789abcdef"]\n')
    done = here('scan', *JSON)
    assert done.names == [('.mcp-hooks.toml', 'unused-suppression'), B]
    assert [done.data['findings'][0][key] for key in ('line', 'message')] == [3, 'Under `allow`, 0123456789abcdef matched no finding']
    assert here('scan', 'a', *JSON).names == []
    assert here('scan', '--credentials', *JSON).names == [B]


def test_a_value_is_allowed_wherever_it_stands(here: Here) -> None:
    done = here('explain-value', '--fingerprint', '--name', 'GITHUB_TOKEN', stdin=ONE)
    mark = done.out.strip()
    assert (done.code, mark.count(':'), ONE in mark) == (0, 2, False)
    assert slow_hash.fitting([mark], [ONE, TWO]) == {ONE: mark}
    here.write('.mcp-hooks.toml', f'allow = ["{mark}"]\n')
    here.write('c/.mcp.json', config(ONE, 'other'))
    assert here('scan', *JSON).names == [B]
    assert here('explain-value', '--fingerprint', stdin=f'GITHUB_TOKEN\n{TWO}\n').out.split(':')[:2] == mark.split(':')[:2], 'one salt'
    here.write('.mcp-hooks.toml', 'alow = []')
    assert here('explain-value', '--fingerprint', '--name', 'x', stdin=ONE).code == 2


# --- what is declared right is not mended ---------------------------------------------------------------------------------

VSCODE = f"""{{"servers": {{"d": {{"type": "stdio", "command": "npx", "args": ["-y", "@x/d@1.0.0"], "env": {{
  "A_TOKEN": "{ONE}", // mcp-hooks: ignore[credential] shown
  "B_TOKEN": "{TWO}"
}}}}}}}}
"""


def test_a_silenced_credential_stays(here: Here) -> None:
    here.write('.vscode/mcp.json', VSCODE)
    done = here('fix', '--credentials', '.vscode/mcp.json')
    text = (here.folder / '.vscode/mcp.json').read_text()
    assert (done.code, ONE in text, TWO in text, '${input:b_token}' in text) == (0, True, False, True)


@pytest.mark.parametrize('settings', [
    '[[suppress]]\nreason = "x"\npath = "a/"', '[per-path-ignore]\n"a/**" = ["credential"]', 'exclude = ["a/"]'])
def test_what_the_settings_declare_right_stays(here: Here, settings: str) -> None:
    here.write('.mcp-hooks.toml', settings)
    done = here('fix', '--credentials', 'a/.mcp.json', 'b/.mcp.json')
    assert done.code == 0
    assert (here.folder / 'a/.mcp.json').read_text() == config(ONE)
    assert (here.folder / 'b/.mcp.json').read_text() == config('${GITHUB_TOKEN}')
    assert done.err == ('skipped a/.mcp.json: excluded by .mcp-hooks.toml\n' if 'exclude' in settings else '')


def test_a_silenced_mistake_stays(here: Here) -> None:
    for words, mended in (('missing-root-key', True), ('shape, transport', False)):
        here.write('.cursor/mcp.json', f'{{"mcpServers": {{"d": {{"comand": "x"}}}}}} // mcp-hooks: ignore[{words}] x\n')
        before = (here.folder / '.cursor/mcp.json').read_text()
        here('fix', '.cursor/mcp.json')
        assert ((here.folder / '.cursor/mcp.json').read_text() != before) is mended, words


# --- a baseline ------------------------------------------------------------------------------------------------------------

def baseline(here: Here) -> str:
    here('scan', '--write-baseline', 'known.json')
    return (here.folder / 'known.json').read_text()


def test_the_baseline_of_the_settings_is_found_from_any_folder(here: Here) -> None:
    baseline(here)
    here.write('.mcp-hooks.toml', 'baseline = "known.json"\n')
    for command in (('check', '.mcp.json'), ('scan',), ('scan', '..')):
        done = here(*command, *JSON, cwd='a')
        assert (done.code, done.err) == (0, ''), command
        assert done.names == []


@pytest.mark.parametrize('partly', [
    ('scan', 'a'), ('scan', 'a/.mcp.json'), ('check', 'a/.mcp.json'), ('scan', '--select', 'shape'), ('scan', '--ignore', 'credential'),
    ('scan', '--since', 'HEAD'), ('scan', '--staged'), ('scan', '--max-bytes', '20')])
def test_a_look_at_a_part_takes_nothing_out_of_the_rest(here: Here, partly: tuple[str, ...]) -> None:
    text = baseline(here)
    done = here(*partly, '--baseline', 'known.json', '--prune', *JSON)
    assert (done.code, [note for note in done.data['notes'] if 'known.json' in note]) == (0, [])
    assert (here.folder / 'known.json').read_text() == text


def test_what_is_gone_is_taken_out(here: Here) -> None:
    baseline(here)
    here.write('a/.mcp.json', config('${GITHUB_TOKEN}'))
    here.git('rm', '-q', 'b/.mcp.json')
    listed = ['known.json: 1 entry no longer matches (cleared up with --prune):',
              '  MCP401 a/.mcp.json $.mcpServers.github.env.GITHUB_TOKEN']
    assert here('check', 'a/.mcp.json', '--baseline', 'known.json', *JSON).data['notes'] == listed
    done = here('scan', '--baseline', 'known.json', '--prune', *JSON)
    assert done.data['notes'] == ['known.json: 2 entries that no longer match taken out']
    assert (here.folder / 'known.json').read_text().count('\n') == 2


def test_a_baseline_that_a_tool_has_gone_over(here: Here) -> None:
    text = baseline(here)
    for data in (b'\xef\xbb\xbf' + text.replace('\n', '\r\n').encode(), json.dumps(json.loads(text), indent=4, sort_keys=True).encode(),
                 text.replace('\n', '\n\n').encode()):
        here.write('known.json', data)
        done = here('scan', '--baseline', 'known.json', *JSON)
        assert (done.code, done.names, done.data['notes']) == (0, [], [])
    here('scan', '--write-baseline', 'known.json')
    assert (here.folder / 'known.json').read_text() == text


# --- a commit that is trusted ----------------------------------------------------------------------------------------------

def trusted(here: Here, *words: str, **more: str) -> list[tuple[str, str]]:
    return here('scan', '--trust-settings-from', 'base', *words, *JSON, **more).names


def test_a_comment_of_the_base_stays_where_it_is(here: Here) -> None:
    text = ('mcpServers:\n  x:\n    command: x\n    env:\n      # mcp-hooks: ignore[credential] shown\n'
            f'      A_TOKEN: {ONE}\n      B_TOKEN: {TWO}\n')
    here.write('mcp.yaml', text)
    here.commit()
    here.git('branch', 'base')
    assert trusted(here, 'mcp.yaml') == [('mcp.yaml', RULE)]
    lines = text.splitlines(keepends=True)
    here.write('mcp.yaml', ''.join([*lines[:4], lines[5], lines[4], lines[6]]))
    done = here('scan', '--trust-settings-from', 'base', 'mcp.yaml', *JSON)
    assert [(one['name'], one['line']) for one in done.data['findings']] == [(RULE, 5), (RULE, 7)]
    assert [one['line'] for one in here('scan', 'mcp.yaml', *JSON).data['findings']] == [5]


def test_the_command_line_is_not_of_the_tree(here: Here) -> None:
    here.git('branch', 'base')
    assert trusted(here) == [A, B]
    assert trusted(here, '--ignore', 'credential') == []
    assert trusted(here, '--select', 'shape') == []
    here.write('.mcp-hooks.toml', 'select = ["shape"]')
    assert trusted(here) == [A, B]
    assert trusted(here, '--select', RULE) == [A, B]


def test_a_baseline_counts_as_the_base_has_it_from_any_folder(here: Here, tmp_path: Path) -> None:
    text = baseline(here)
    here.git('branch', 'base')
    here.commit()
    for words, cwd in ((('known.json',), ''), (('../known.json',), 'a'), ((str(here.folder / 'known.json'),), 'b')):
        assert trusted(here, '--baseline', *words, '.' if not cwd else '..', cwd=cwd) == [A, B]
    here.git('branch', '-f', 'base')
    for words, cwd in ((('known.json',), ''), (('../known.json',), 'a'), ((str(here.folder / 'known.json'),), 'b')):
        assert trusted(here, '--baseline', *words, '.' if not cwd else '..', cwd=cwd) == []
    (tmp_path / 'elsewhere.json').write_text(text)
    here.git('rm', '-q', 'known.json')
    here.commit()
    here.git('branch', '-f', 'base')
    assert trusted(here, '--baseline', '../elsewhere.json') == [], 'no file of the tree'
    here.write('.mcp-hooks.toml', 'baseline = "../elsewhere.json"')
    assert trusted(here) == [A, B], 'named by the tree'


@pytest.mark.skipif(sys.platform == 'win32', reason='links')
def test_a_baseline_that_became_a_link_is_the_tree_s_word(here: Here, tmp_path: Path) -> None:
    text = baseline(here)
    (here.folder / 'known.json').unlink()
    here.write('.mcp-hooks.toml', 'baseline = "known.json"')
    here.write('known.json', text.splitlines()[0] + '\n[]]}\n')
    here.commit()
    here.git('branch', 'base')
    (tmp_path / 'outside.json').write_text(text)
    for target in ('evil.json', '../outside.json'):
        here.write('evil.json', text)
        (here.folder / 'known.json').unlink()
        os.symlink(target, here.folder / 'known.json')
        assert trusted(here) == [A, B], target


@pytest.mark.skipif(sys.platform == 'win32', reason='links')
def test_settings_of_the_base_behind_a_link(here: Here) -> None:
    here.write('config/settings.toml', 'ignore = ["credential"]')
    os.symlink('config/settings.toml', here.folder / '.mcp-hooks.toml')
    here.commit()
    here.git('branch', 'base')
    assert trusted(here) == []
    (here.folder / '.mcp-hooks.toml').unlink()
    os.symlink('../outside.toml', here.folder / '.mcp-hooks.toml')
    here.commit()
    here.git('branch', '-f', 'base')
    (here.folder / '.mcp-hooks.toml').unlink()
    done = here('scan', '--trust-settings-from', 'base')
    assert (done.code, done.err) == (2, 'mcp-hooks: .mcp-hooks.toml: a link out of the tree (as it is at base, whose settings are to be '
                                        'trusted)\n')


def test_mistakes_in_the_settings_of_the_base(here: Here) -> None:
    here.write('.mcp-hooks.toml', 'igonre = []')
    here.commit()
    here.git('branch', 'base')
    (here.folder / '.mcp-hooks.toml').unlink()
    done = here('scan', '--trust-settings-from', 'base')
    assert done.err == ("mcp-hooks: .mcp-hooks.toml: no key 'igonre', did you mean 'ignore'? (as it is at base, whose settings are to be "
                        'trusted)\n')
