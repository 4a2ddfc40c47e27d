"""`mcp-hooks install`: the configuration that is there stays byte for byte, nothing is asked, nothing is written twice."""
from __future__ import annotations

import json
import os
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from repository import ENVIRONMENT, Repository
from ruamel.yaml import YAML

import mcp_hooks
from mcp_hooks.cli import UsageError, main
from mcp_hooks.commands.hook_config import REPOSITORY, pinned, with_our_hook, with_our_hook_of_prek
from mcp_hooks.commands.install import GIT_HOOK, WORKFLOW

REV = 'v1.2.3'
OURS = [{'id': 'mcp-hooks'}, {'id': 'mcp-credentials', 'args': ['--beside']}]

CONFIGS = {
    'plain': 'repos:\n- repo: https://example.org/a\n  rev: v1\n  hooks:\n  - id: a\n',
    'indented': 'repos:\n  - repo: https://example.org/a\n    rev: v1\n    hooks:\n      - id: a\n',
    'far': 'repos:\n    - repo: https://example.org/a\n      rev: v1\n      hooks:\n          - id: a\n',
    'keys around': 'default_stages: [pre-commit]  # why\nrepos:\n- repo: local\n  hooks:\n  - id: a\n    name: a\n    entry: a\n'
                   '    language: system\n\n'
                   '# what comes after\nci:\n  skip: [a]\n',
    'comments': '# head\nrepos:  # all of them\n  # first\n  - repo: https://example.org/a  # pinned\n    rev: v1\n'
                '    hooks:\n    - id: a\n'
                '      args: ["--x",   \'y\']   # odd   blanks\n  # last words\n',
    'no line end': 'repos:\n- repo: https://example.org/a\n  rev: v1\n  hooks:\n  - id: a',
    'document marks': '---\nrepos:\n- repo: https://example.org/a\n  rev: v1\n  hooks:\n  - id: a\n...\n',
    'text with a list in it': 'repos:\n- repo: local\n  hooks:\n  - id: a\n    name: a\n    language: system\n    entry: |\n'
                              '      bash -c "\n        - x\n      "\n',
    'empty': '',
    'comment only': '# nothing yet\n',
    'empty list': 'repos: []\n',
    'flow': 'repos: [{repo: https://example.org/a, rev: v1, hooks: [{id: a}]}]\n',
    'nulls': 'repos:\n',
    'no hooks': 'repos:\n- repo: https://example.org/a\n',
    'anchors': 'x: &rev v1\nrepos:\n- repo: https://example.org/a\n  rev: *rev\n  hooks:\n  - id: a\n',
}


def loaded(text: str) -> dict[str, object]:
    data: dict[str, object] = YAML(typ='safe').load(text)
    return data


@pytest.mark.parametrize('name', CONFIGS)
@pytest.mark.parametrize('newline', ['\n', '\r\n'])
def test_our_hook_is_appended(name: str, newline: str) -> None:
    text = CONFIGS[name].replace('\n', newline)
    out = with_our_hook(text, REV)
    before = (loaded(text) or {}) if text.strip() else {}
    after = loaded(out)
    assert isinstance(after['repos'], list)
    assert after['repos'][-1] == {'repo': REPOSITORY, 'rev': REV, 'hooks': OURS}
    assert after['repos'][:-1] == (before.get('repos') or [])
    assert {key: value for key, value in after.items() if key != 'repos'} == {key: value for key, value in before.items() if key != 'repos'}
    assert with_our_hook(out, 'v9') == out, 'a second time changes nothing'


@pytest.mark.parametrize('name', ['plain', 'indented', 'far', 'keys around', 'comments', 'no line end', 'document marks',
                                  'text with a list in it', 'anchors'])
@pytest.mark.parametrize('newline', ['\n', '\r\n'])
def test_every_byte_that_was_there_stays(name: str, newline: str) -> None:
    text = CONFIGS[name].replace('\n', newline)
    out = with_our_hook(text, REV)
    kept = text if text.endswith('\n') else text + newline
    begin, end = common(kept, out), common(kept[::-1], out[::-1])
    assert begin + end >= len(kept), 'one block was put in, and nothing else changed'
    assert out.count('\n') == out.count(newline)


def common(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other)))


@pytest.mark.parametrize('text', [
    'repos: 5\n', '[]\n', 'a: 1\n', 'repos:\n- repo: [\n', '"text"\n', 'repos: {a: 1}\n', 'a: b: c\n'])
def test_what_is_no_configuration_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r'\.pre-commit-config\.yaml'):
        with_our_hook(text, REV)


ENTRY = {'repo': REPOSITORY, 'rev': REV, 'hooks': OURS}
BLOCK = f'repo: {REPOSITORY}\n  rev: {REV}\n  hooks:\n'


@pytest.mark.parametrize(('before', 'after'), [
    # four blanks and hyphens in a column of their own, as older tools of pre-commit write it
    ('repos:\n-   repo: a\n    rev: v1\n    hooks:\n    -   id: x\n',
     f'repos:\n-   repo: a\n    rev: v1\n    hooks:\n    -   id: x\n-   repo: {REPOSITORY}\n    rev: {REV}\n    hooks:\n'
     '    -   id: mcp-hooks\n    -   id: mcp-credentials\n        args: [--beside]\n'),
    ('repos:\n    - repo: a\n      hooks:\n          - id: x\n',
     f'repos:\n    - repo: a\n      hooks:\n          - id: x\n    - repo: {REPOSITORY}\n      rev: {REV}\n      hooks:\n'
     '          - id: mcp-hooks\n          - id: mcp-credentials\n            args: [--beside]\n'),
    # a comment of the entry before stays with it, one of the list stays behind the list
    ('repos:\n- repo: a\n  hooks:\n  - id: x\n    # of x\n# of all\n\nci: {}\n',
     f'repos:\n- repo: a\n  hooks:\n  - id: x\n    # of x\n- {BLOCK}  - id: mcp-hooks\n  - id: mcp-credentials\n    args: [--beside]\n'
     '# of all\n\nci: {}\n'),
    ('"repos":\n- repo: a\n  hooks: [{id: x}]\nci: {}\n',
     f'"repos":\n- repo: a\n  hooks: [{{id: x}}]\n- {BLOCK}  - id: mcp-hooks\n  - id: mcp-credentials\n    args: [--beside]\nci: {{}}\n'),
    ('repos: []  # none\nci: {}\n',
     f'repos:  # none\n  - repo: {REPOSITORY}\n    rev: {REV}\n    hooks:\n      - id: mcp-hooks\n      - id: mcp-credentials\n'
     '        args: [--beside]\nci: {}\n'),
    ('# nothing yet\n',
     f'# nothing yet\nrepos:\n  - repo: {REPOSITORY}\n    rev: {REV}\n    hooks:\n      - id: mcp-hooks\n      - id: mcp-credentials\n'
     '        args: [--beside]\n'),
    ('repos: [{repo: a, hooks: [{id: x}]}]\n',
     f'repos: [{{repo: a, hooks: [{{id: x}}]}}, {{repo: {REPOSITORY}, rev: {REV}, hooks: [{{id: mcp-hooks}}, '
     '{id: mcp-credentials, args: [--beside]}]}]\n'),
    ('{\n  "repos": [\n    {"repo": "a"}\n  ]\n}\n', f'{{\n  "repos": [\n    {{"repo": "a"}},\n    {json.dumps(ENTRY)}\n  ]\n}}\n'),
    ('{"repos": []}', f'{{"repos": [{json.dumps(ENTRY)}]}}'),
])
def test_the_style_of_the_file_is_kept(before: str, after: str) -> None:
    assert with_our_hook(before, REV) == after
    crlf = before.replace('\n', '\r\n')
    assert with_our_hook(crlf, REV) == after.replace('\n', '\r\n' if '\n' in before else '\n')


BITS = ['repos:', '- ', '[', ']', '{', '}', '&a ', '*a', '# c', '\n', '  ', '"', "'", ': ', '|', '>', '<<: *a', '---\n', '...\n', '? ',
        '!!x ', '~', '\t', '- repo: local\n', 'hooks: ', '\ufeff', '%YAML 1.1\n', '!', '@', '`', '-d: ']


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(sorted(CONFIGS)), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(BITS), st.integers(0, 6)), max_size=5))
def test_whatever_stands_there_is_kept_or_refused(name: str, changes: list[tuple[int, str, int]]) -> None:
    text = CONFIGS[name]
    for at, bit, gone in changes:
        text = text[:at] + bit + text[at + gone:]
    try:
        out = with_our_hook(text, REV)
    except UsageError:
        return
    assert with_our_hook(out, 'v9') == out
    assert pinned(out, '.pre-commit-config.yaml') in ([REV], [])


@pytest.mark.parametrize('text', [
    '&a\nx: *a\nrepos: []\n', 'repos: &a\n- *a\n', 'repos:\n- repo: a\n  hooks:\n    id: x\n', 'repos:\n- repo: a\n  hooks: 7\n',
    '{repos: }\n', f'repos:\n- repo: {REPOSITORY}\n  hooks:\n    id: x\n', 'repos:\n- {a: b}: c\n', 'repos: [' + '[' * 200 + ']' * 201,
    'a0: &a0 [x]\n' + ''.join(f'a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n' for n in range(1, 40)) + 'repos: []\n'])
def test_odd_trees(text: str) -> None:
    """Rings, aliases of aliases (3^40 lists), and what a configuration never holds."""
    try:
        out = with_our_hook(text, REV)
    except UsageError:
        return
    assert with_our_hook(out, 'v9') == out


@pytest.mark.parametrize('rev', ['1.0', 'on', '007', 'main', 'a/b-c', '0' * 40, '1e5'])
@pytest.mark.parametrize('name', ['plain', 'empty', 'flow'])
def test_a_release_is_a_text(name: str, rev: str) -> None:
    assert loaded(with_our_hook(CONFIGS[name], rev))['repos'][-1]['rev'] == rev  # type: ignore[index]


@pytest.mark.parametrize('text', [
    f'repos:\n- repo: {REPOSITORY}\n  rev: v0\n  hooks:\n  - id: mcp-scan\n',
    'repos:\n- repo: https://fork.example/x\n  rev: v0\n  hooks:\n  - id: mcp-hooks\n',
    'repos:\n- repo: local\n  hooks:\n  - {id: mcp-credentials, name: a, entry: b, language: system}\n',
])
def test_what_has_our_hook_stays_as_it_is(text: str) -> None:
    assert with_our_hook(text, REV) == text


@pytest.mark.parametrize('address', [
    REPOSITORY, f'{REPOSITORY}.git', f'{REPOSITORY}/', 'git@github.com:mcp-hooks/mcp-hooks.git', 'ssh://git@github.com/mcp-hooks/mcp-hooks',
    'https://github.com/MCP-Hooks/mcp-hooks'])
@pytest.mark.parametrize(('hooks', 'mended'), [
    ('\n  - id: mcp-fix  # why\n', '\n  - id: mcp-fix  # why\n  - id: mcp-hooks\n  - id: mcp-credentials\n    args: [--beside]\n'),
    (' [{id: mcp-fix}]\n', ' [{id: mcp-fix}, {id: mcp-hooks}, {id: mcp-credentials, args: [--beside]}]\n'),
    (' []\n', ' [{id: mcp-hooks}, {id: mcp-credentials, args: [--beside]}]\n'),
])
def test_our_entry_without_a_check_gets_the_checks(address: str, hooks: str, mended: str) -> None:
    """Who has only mcp-fix or mcp-transcripts is not checked yet; the release that is pinned there stays."""
    head, tail = f'repos:\n- repo: {address}\n  rev: v0\n  hooks:', '- repo: b\n  hooks: [{id: x}]\n'
    assert with_our_hook(head + hooks + tail, REV) == head + mended + tail


def test_what_is_wrong_with_a_configuration_is_said_with_its_line() -> None:
    for text, said in (
            ('repos:\n  - repo: [\n', '.pre-commit-config.yaml does not parse: line 3: expected the node content, but found'),
            ('repos: []\nrepos: []\n', '.pre-commit-config.yaml does not parse: line 2: found duplicate key "repos"'),
            ('- repo: a\n', '.pre-commit-config.yaml is a bare list, as pre-commit took it long ago: run pre-commit migrate-config'),
            ('ci: {}\n', '.pre-commit-config.yaml has no list `repos`: write `repos: []` into it')):
        with pytest.raises(UsageError) as raised:
            with_our_hook(text, REV)
        assert str(raised.value).startswith(said)


def test_the_releases_that_a_configuration_pins() -> None:
    assert pinned(f'repos:\n- repo: a\n  rev: v1\n- repo: {REPOSITORY}\n  rev: v2\n  hooks: []\n', '.pre-commit-config.yaml') == ['v2']
    assert pinned(f'[[repos]]\nrepo = "{REPOSITORY}.git"\nrev = "v3"\n', 'prek.toml') == ['v3']
    assert pinned('', 'prek.toml') == pinned('repos: 7\n', '.pre-commit-config.yaml') == []


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in [name for name in os.environ if name.startswith('GIT_')]:
        monkeypatch.delenv(name)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    repo = Repository(tmp_path / 'repo')
    monkeypatch.chdir(repo.folder)
    return repo


def install(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(['install', *arguments])
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def test_the_diff_is_printed_and_a_second_run_changes_nothing(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    file = repo.write('.pre-commit-config.yaml', CONFIGS['comments'])
    code, out = install(capsys)
    assert code == 0
    assert out.startswith('--- a/.pre-commit-config.yaml\n+++ b/.pre-commit-config.yaml\n')
    assert f'\n+    rev: v{mcp_hooks.__version__}\n' in out
    text = file.read_text(encoding='utf-8')
    assert loaded(text)['repos'][-1]['repo'] == REPOSITORY  # type: ignore[index]
    assert out.endswith('\npre-commit install lets git run it, once in each clone\n')
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n'
                                  'pre-commit install lets git run it, once in each clone\n')
    assert file.read_text(encoding='utf-8') == text
    assert not (repo.folder / '.git/hooks/pre-commit').exists()


@pytest.mark.parametrize('text', [
    '', '# nothing yet\n', '[[repos]]\nrepo = "builtin"\nhooks = [{ id = "check-json" }]\n',
    'fail_fast = true\r\n[[repos]]\r\nrepo = "local"\r\n[[repos.hooks]]\r\nid = "a"', '[[repos]]\nrepo = "x"  # no line end',
])
def test_the_settings_of_prek(text: str) -> None:
    out = with_our_hook_of_prek(text, REV)
    assert out.startswith(text)
    assert tomllib.loads(out)['repos'] == [*tomllib.loads(text).get('repos', []), {'repo': REPOSITORY, 'rev': REV, 'hooks': OURS}]
    assert out.count('\n') == out.count('\r\n' if '\r' in text else '\n')
    assert with_our_hook_of_prek(out, 'v9') == out, 'a second time changes nothing'


@pytest.mark.parametrize(('text', 'said'), [
    ('repos = [{ repo = "builtin" }]\n', 'prek.toml has its repos in a list; add repo = "'),
    ('repos = 7\n', 'prek.toml has its repos in a list'), ('repos = \n', 'prek.toml does not parse: ')])
def test_settings_of_prek_that_are_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match='^' + said.replace('.', '[.]')):
        with_our_hook_of_prek(text, REV)


def test_what_runs_it_is_named(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """A line in the configuration does nothing before git has a hook that reads it."""
    repo.write('prek.toml', '')
    assert main(['install', '--rev', REV]) == 0
    assert capsys.readouterr().out.endswith('+]\nprek install lets git run it, once in each clone\n')
    assert main(['install', '--rev', REV]) == 0
    assert capsys.readouterr().out == ('mcp-hooks is installed already: nothing to change\n'
                                       'prek install lets git run it, once in each clone\n')
    assert not (repo.folder / '.git/hooks/pre-commit').exists()
    repo.write('.git/hooks/pre-commit', '#!/bin/sh\nmake lint\n')
    assert main(['install', '--rev', REV]) == 0
    assert capsys.readouterr().out.endswith('\nprek install lets git run it, once in each clone\n')
    repo.write('.git/hooks/pre-commit', '#!/bin/sh\n# File generated by prek\n')
    assert main(['install', '--rev', REV]) == 0
    assert capsys.readouterr().out == 'mcp-hooks is installed already: nothing to change\n'


def test_a_dry_run_only_shows(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    file = repo.write('.pre-commit-config.yaml', CONFIGS['plain'])
    code, out = install(capsys, '--dry-run', '--github', '--rev', REV)
    assert code == 0
    assert f'+  rev: {REV}\n' in out
    assert f'+++ b/{WORKFLOW}' in out
    assert out.endswith('\nnothing was written: --dry-run\npre-commit install lets git run it, once in each clone\n')
    assert file.read_text(encoding='utf-8') == CONFIGS['plain']
    assert not (repo.folder / '.github').exists()
    assert 'nothing was written' not in install(capsys, '--rev', REV)[1]
    assert install(capsys, '--dry-run', '--rev', REV)[1].startswith('mcp-hooks is installed already: nothing to change\n')


def test_a_plain_git_hook_where_pre_commit_is_not_used(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = install(capsys)
    hook = repo.folder / '.git/hooks/pre-commit'
    assert code == 0
    assert '+++ b/.git/hooks/pre-commit' in out
    assert hook.read_text(encoding='utf-8') == GIT_HOOK
    assert os.name == 'nt' or os.access(hook, os.X_OK)
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n')


def test_a_hook_of_somebody_else_is_left_alone(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    hook = repo.write('.git/hooks/pre-commit', '#!/bin/sh\nmake lint\n')
    code, out = install(capsys)
    assert code == 2
    assert 'add this line to it: mcp-hooks scan --staged --hook || exit 1' in out
    assert hook.read_text(encoding='utf-8') == '#!/bin/sh\nmake lint\n'


def test_a_git_hook_beside_pre_commit_when_asked(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.pre-commit-config.yaml', CONFIGS['plain'])
    assert install(capsys, '--git-hook')[0] == 0
    assert (repo.folder / '.git/hooks/pre-commit').exists()
    assert (repo.folder / '.pre-commit-config.yaml').read_text(encoding='utf-8') == CONFIGS['plain']


def test_a_hooks_folder_of_the_settings(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.git('config', 'core.hooksPath', '.githooks')
    assert install(capsys)[0] == 0
    assert (repo.folder / '.githooks/pre-commit').read_text(encoding='utf-8') == GIT_HOOK
    assert not (repo.folder / '.git/hooks/pre-commit').exists()


@pytest.mark.parametrize('arguments', [(), ('--github',), ('--dry-run',)])
@pytest.mark.parametrize('scope', ['--global', '--local'])
def test_a_hooks_folder_outside_of_the_repository_is_left_alone(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch, scope: str,
                                                                arguments: tuple[str, ...]) -> None:
    monkeypatch.setenv('GIT_CONFIG_GLOBAL', str(tmp_path / 'gitconfig'))
    shared = tmp_path / 'all hooks'
    subprocess.run(['git', 'config', scope, 'core.hooksPath', str(shared)], cwd=repo.folder, check=True)
    code, out = install(capsys, *arguments)
    assert code == 2
    assert out.startswith(f'mcp-hooks: git takes its hooks from {shared}, outside of this repository')
    assert f'add this line to {shared / "pre-commit"}: mcp-hooks scan --staged --hook || exit 1; or ' in out
    assert not shared.exists()
    assert not (repo.folder / '.github').exists()
    advised = out.partition('of its own, ')[2].partition(', and run')[0]
    assert advised == f'git config core.hooksPath {shlex.quote(str(repo.folder.resolve() / ".git/hooks"))}'
    subprocess.run(advised, cwd=repo.folder, check=True, shell=True)
    assert install(capsys)[0] == 0
    assert (repo.folder / '.git/hooks/pre-commit').read_text(encoding='utf-8') == GIT_HOOK
    assert not shared.exists()


def test_a_shared_hook_that_calls_us_is_enough(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / 'pre-commit').write_text('#!/bin/sh\nmcp-hooks scan --staged --hook || exit 1\n')
    repo.git('config', 'core.hooksPath', str(tmp_path))
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n')


def test_a_folder_of_each_repository_in_the_settings_of_the_user(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / 'gitconfig').write_text('[core]\n\thooksPath = .githooks\n')
    monkeypatch.setenv('GIT_CONFIG_GLOBAL', str(tmp_path / 'gitconfig'))
    assert install(capsys)[0] == 0
    assert (repo.folder / '.githooks/pre-commit').read_text(encoding='utf-8') == GIT_HOOK


@pytest.mark.parametrize('link', ['.git/hooks', '.git/hooks/pre-commit', '.pre-commit-config.yaml', '.github'])
def test_a_link_out_of_the_repository_is_not_written_through(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                             link: str) -> None:
    import shutil

    outside = tmp_path / 'outside'
    outside.mkdir()
    (outside / 'config.yaml').write_text(CONFIGS['plain'])
    place = repo.folder / link
    if place.is_dir():
        shutil.rmtree(place)
    place.parent.mkdir(exist_ok=True)
    target = {'.git/hooks/pre-commit': outside / 'hook', '.pre-commit-config.yaml': outside / 'config.yaml'}.get(link, outside)
    try:
        place.symlink_to(target)
    except OSError:
        pytest.skip('no symbolic links here')
    code, out = install(capsys, '--github')
    assert code == 2
    assert str(outside) in out or 'outside of this repository' in out
    assert sorted(path.name for path in outside.iterdir()) == ['config.yaml']
    assert (outside / 'config.yaml').read_text(encoding='utf-8') == CONFIGS['plain']
    assert link == '.git/hooks' or not (repo.folder / '.git/hooks/pre-commit').exists()


def test_a_work_tree_shares_the_hooks(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                      monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('README.md', 'x\n')
    repo.commit()
    repo.git('worktree', 'add', '-q', str(tmp_path / 'second'))
    monkeypatch.chdir(tmp_path / 'second')
    assert install(capsys)[0] == 0
    assert (repo.folder / '.git/hooks/pre-commit').read_text(encoding='utf-8') == GIT_HOOK


def test_from_a_subfolder_the_top_is_meant(repo: Repository, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.pre-commit-config.yaml', CONFIGS['plain'])
    repo.write('a/b/c.txt', 'x')
    monkeypatch.chdir(repo.folder / 'a/b')
    assert install(capsys)[0] == 0
    assert REPOSITORY in (repo.folder / '.pre-commit-config.yaml').read_text(encoding='utf-8')


def test_outside_of_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out = install(capsys)
    assert (code, out) == (2, 'mcp-hooks: not in a git repository: run it where the hook should stand, or make one with git init\n')


def test_a_workflow(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(capsys, '--github')[0] == 0
    file = repo.folder / WORKFLOW
    data = loaded(file.read_text(encoding='utf-8'))
    steps = data['jobs']['mcp-hooks']['steps']  # type: ignore[index]
    assert steps[-1]['uses'] == f'mcp-hooks/mcp-hooks@v{mcp_hooks.__version__}'
    assert data['permissions'] == {'contents': 'read'}
    assert file.read_text(encoding='utf-8').count(' # pin the full SHA of the release\n') == 1
    file.unlink()
    assert install(capsys, '--github', '--rev', '0a' * 20)[0] == 0
    assert f'      - uses: mcp-hooks/mcp-hooks@{"0a" * 20}\n' in file.read_text(encoding='utf-8')
    file.write_text('mine\n')
    install(capsys, '--github')
    assert file.read_text(encoding='utf-8') == 'mine\n', 'one that is there is not ours to change'


def test_a_workflow_that_is_there(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.github/workflows/mcp-hooks.yml', 'mine\n')
    code, out = install(capsys, '--github', '--rev', REV)
    assert code == 0
    assert ('.github/workflows/mcp-hooks.yml is there and does something else, so it is left as it is: add a step with '
            f'uses: mcp-hooks/mcp-hooks@{REV}\n') in out
    repo.write('.github/workflows/ci.yml', b'\xff\n')
    repo.write('.github/workflows/lint.yaml', '      - uses: mcp-hooks/mcp-hooks@0123 # v0.0.9\n')
    (repo.folder / '.github/workflows/mcp-hooks.yml').unlink()
    assert install(capsys, '--github') == (0, 'mcp-hooks is installed already: nothing to change\n')
    assert not (repo.folder / WORKFLOW).exists()


@pytest.mark.parametrize(('setup', 'written'), [
    (['checkout -q -b trunk'], 'trunk'), (['checkout -q -b master', 'commit -q --allow-empty -m x', 'checkout -q -b topic'], 'master'),
    (['checkout -q -b 1.x'], '"1.x"'),
    (['checkout -q -b main', 'commit -q --allow-empty -m x', 'update-ref refs/remotes/origin/on HEAD',
      'symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/on'], '"on"')])
def test_the_branch_of_the_workflow(repo: Repository, capsys: pytest.CaptureFixture[str], setup: list[str], written: str) -> None:
    for words in setup:
        repo.git(*words.split())
    _, out = install(capsys, '--github', '--dry-run')
    assert f'\n+    branches: [{written}]\n' in out


@pytest.mark.parametrize('rev', ['', 'v1 2', 'v1\nx', '--x', "v'1", '$(x)'])
def test_what_cannot_be_a_release_is_refused(repo: Repository, capsys: pytest.CaptureFixture[str], rev: str) -> None:
    repo.write('.pre-commit-config.yaml', CONFIGS['plain'])
    code, out = install(capsys, f'--rev={rev}', '--github')
    assert (code, out) == (2, f'mcp-hooks: --rev: {rev!r} is no tag, branch or commit of git; write one, such as '
                              f'v{mcp_hooks.__version__}\n')
    assert (repo.folder / '.pre-commit-config.yaml').read_text(encoding='utf-8') == CONFIGS['plain']


def test_another_release_is_named_and_stays(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.pre-commit-config.yaml', f'repos:\n- repo: {REPOSITORY}\n  rev: v0.0.1\n  hooks:\n  - id: mcp-hooks\n')
    assert install(capsys, '--rev', REV) == (0, 'mcp-hooks is installed already: nothing to change\n'
                                                f'.pre-commit-config.yaml has it at v0.0.1; write {REV} there for that release\n'
                                                'pre-commit install lets git run it, once in each clone\n')
    repo.write('.pre-commit-config.yaml', f'repos:\n- repo: {REPOSITORY}\n  rev: {"0a" * 20}\n  hooks:\n  - id: mcp-hooks\n')
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n'
                                  'pre-commit install lets git run it, once in each clone\n')


def test_no_credential_of_the_lines_around_is_shown(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    import fake

    token, password = fake.github_pat(), fake.password(18)
    text = (f'repos:\r\n- repo: https://u:{token}@example.org/a\r\n  rev: v1\r\n  hooks:\r\n  - id: a\r\n'
            f'    args: [--password, "{password}", "\\e]0;x\x1b[31m"]\r\n').replace('\x1b', '\u202e')
    file = repo.write('.pre-commit-config.yaml', text)
    code, out = install(capsys, '--rev', REV)
    assert code == 0
    assert password in file.read_text(encoding='utf-8')
    assert password not in out
    assert token not in out
    assert '\r' not in out
    assert ' args: [--password, "…(16+)", "\\e]0;x\\u202e[31m"]\n+- repo: ' in out
    file.write_text(f'repos:\n- repo: {REPOSITORY}\n  rev: "{token}\\e[31m"\n  hooks:\n  - id: mcp-hooks\n')
    _, out = install(capsys)
    assert '.pre-commit-config.yaml has it at ghp_…(40+)\\x1b[31m; write ' in out


def test_what_both_tools_read(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """prek takes its own file where there are both, pre-commit knows only the other."""
    repo.write('.pre-commit-config.yaml', CONFIGS['plain'])
    repo.write('prek.toml', '')
    assert install(capsys, '--rev', REV)[0] == 0
    assert loaded((repo.folder / '.pre-commit-config.yaml').read_text(encoding='utf-8'))['repos'][-1] == ENTRY  # type: ignore[index]
    assert tomllib.loads((repo.folder / 'prek.toml').read_text(encoding='utf-8'))['repos'] == [ENTRY]


def test_the_other_spelling_that_prek_reads(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.pre-commit-config.yml', CONFIGS['plain'])
    code, out = install(capsys, '--rev', REV)
    assert (code, out.endswith('\nprek install lets git run it, once in each clone\n')) == (0, True)
    assert loaded((repo.folder / '.pre-commit-config.yml').read_text(encoding='utf-8'))['repos'][-1] == ENTRY  # type: ignore[index]


@pytest.mark.parametrize('folder', ['.husky/_', './.husky/_/', None])
def test_husky_runs_a_file_of_its_own(repo: Repository, capsys: pytest.CaptureFixture[str], folder: str | None) -> None:
    """`.husky/_` is written anew at each `npm install`, and nothing of it is committed."""
    repo.write('.husky/_/pre-commit', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n')
    if folder:
        repo.git('config', 'core.hooksPath', folder)
    code, out = install(capsys)
    assert code == 0
    assert '+++ b/.husky/pre-commit' in out
    assert out.endswith('npx husky lets git run it, once in each clone\n') is (folder is None)
    assert (repo.folder / '.husky/pre-commit').read_text(encoding='utf-8') == GIT_HOOK
    assert not (repo.folder / '.git/hooks/pre-commit').exists()
    (repo.folder / '.husky/pre-commit').chmod(0o644)
    assert install(capsys)[1].startswith('mcp-hooks is installed already: nothing to change\n')
    repo.write('.husky/pre-commit', 'npm test\n')
    code, out = install(capsys)
    assert (code, out) == (2, f'mcp-hooks: {repo.folder.resolve() / ".husky/pre-commit"} exists; add this line to it: '
                              'mcp-hooks scan --staged --hook || exit 1\n')


@pytest.mark.parametrize(('files', 'said'), [
    ({'.git/hooks/pre-commit': '#!/bin/sh\ncall_lefthook run pre-commit "$@"\n'}, 'in lefthook.yml: mcp-hooks: {run: '),
    ({'.lefthook.yml': 'pre-commit: {}\n'}, 'in .lefthook.yml: mcp-hooks: {run: mcp-hooks scan --staged --hook}'),
    ({'.git/hooks/pre-commit': '#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n'},
     'belongs to pre-commit or prek, which runs what its configuration lists: write `repos: []` into .pre-commit-config.yaml'),
    ({'.git/hooks/pre-commit': '#!/bin/sh\n# File generated by prek: https://…\n', 'prek.toml': ''}, 'run this without --git-hook'),
    ({'.git/hooks/pre-commit': '#!/bin/sh\n# mcp-hooks, one day\nmake lint\n'}, 'exists; add this line to it: '),
])
def test_a_hook_that_something_else_writes(repo: Repository, capsys: pytest.CaptureFixture[str], files: dict[str, str], said: str) -> None:
    for name, text in files.items():
        repo.write(name, text)
    code, out = install(capsys, '--git-hook')
    assert (code, said in out) == (2, True)
    assert all((repo.folder / name).read_text(encoding='utf-8') == text for name, text in files.items())


def test_lefthook_with_our_line_is_enough(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('lefthook.yml', 'pre-commit:\n  commands:\n    mcp-hooks: {run: mcp-hooks scan --staged --hook}\n')
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n')
    assert not (repo.folder / '.git/hooks/pre-commit').exists()


@pytest.mark.skipif(os.name == 'nt', reason='there is no such bit')
def test_a_hook_that_git_passes_over_is_made_executable(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    hook = repo.write('.git/hooks/pre-commit', GIT_HOOK)
    hook.chmod(0o644)
    said = 'chmod +x .git/hooks/pre-commit: git ignores a hook that is not executable\n'
    assert install(capsys, '--dry-run')[1].startswith(said)
    assert not os.access(hook, os.X_OK)
    assert install(capsys)[1].startswith(said)
    assert os.access(hook, os.X_OK)
    assert install(capsys) == (0, 'mcp-hooks is installed already: nothing to change\n')


def test_hooks_that_are_switched_off(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('nothing', '')
    repo.git('config', 'core.hooksPath', 'nothing')
    code, out = install(capsys)
    assert code == 2
    assert out.startswith(f'mcp-hooks: git runs no hooks here, core.hooksPath is {repo.folder.resolve() / "nothing"}, so nothing was '
                          'written; give this repository hooks of its own, git config core.hooksPath ')


def test_a_configuration_that_is_none(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    (repo.folder / '.pre-commit-config.yaml').mkdir()
    assert install(capsys) == (2, f'mcp-hooks: {repo.folder.resolve() / ".pre-commit-config.yaml"}: cannot be read: not a regular file\n')
    (repo.folder / '.pre-commit-config.yaml').rmdir()
    try:
        (repo.folder / '.pre-commit-config.yaml').symlink_to('gone.yaml')
    except OSError:
        pytest.skip('no symbolic links here')
    assert install(capsys)[0] == 2
    assert not (repo.folder / '.git/hooks/pre-commit').exists()


@pytest.mark.skipif(os.name == 'nt', reason='a shell hook')
def test_the_git_hook_says_when_we_are_not_there(repo: Repository, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from shutil import which

    install(capsys)
    (tmp_path / 'bin').mkdir()
    for name in ('sh', 'git'):
        (tmp_path / 'bin' / name).symlink_to(which(name) or name)
    repo.write('a', 'x')
    repo.git('add', '-A')
    done = subprocess.run(['git', 'commit', '-q', '-m', 'x'], cwd=repo.folder, capture_output=True, encoding='utf-8',
                          env={**os.environ, **ENVIRONMENT, 'PATH': str(tmp_path / 'bin')})
    assert (done.returncode, done.stderr) == (
        1, 'mcp-hooks is not on the PATH, so nothing was checked: pipx install git+https://github.com/mcp-hooks/mcp-hooks\n')


def test_a_configuration_behind_a_link_stays_a_link(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('real.yaml', CONFIGS['plain'])
    try:
        (repo.folder / '.pre-commit-config.yaml').symlink_to('real.yaml')
    except OSError:
        pytest.skip('no symbolic links here')
    assert install(capsys)[0] == 0
    assert (repo.folder / '.pre-commit-config.yaml').is_symlink()
    assert REPOSITORY in (repo.folder / 'real.yaml').read_text(encoding='utf-8')


def test_an_unreadable_configuration_is_said(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.pre-commit-config.yaml', b'\xff\xfe\x00')
    code, out = install(capsys)
    assert code == 2
    assert '.pre-commit-config.yaml' in out
    assert 'internal error' not in out


@pytest.mark.skipif(os.name == 'nt', reason='a shell hook')
def test_the_git_hook_stops_a_commit(repo: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    import fake
    from doors.tools import BIN

    if not (BIN / 'mcp-hooks').exists():
        pytest.skip('the console script is not installed')
    install(capsys)
    path = {'PATH': f'{BIN}{os.pathsep}{os.environ["PATH"]}'}
    repo.write('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'A_TOKEN': fake.github_pat()}}}}))
    repo.git('add', '-A')
    done = subprocess.run(['git', 'commit', '-q', '-m', 'x'], cwd=repo.folder, env={**os.environ, **ENVIRONMENT, **path},
                          capture_output=True, encoding='utf-8')
    assert done.returncode == 1
    assert 'MCP401' in done.stdout + done.stderr
    repo.write('.mcp.json', '{"mcpServers": {"a": {"command": "x"}}}\n')
    repo.git('add', '-A')
    done = subprocess.run(['git', 'commit', '-q', '-m', 'x'], cwd=repo.folder, env={**os.environ, **ENVIRONMENT, **path},
                          capture_output=True, encoding='utf-8')
    assert (done.returncode, done.stdout) == (0, '')


@pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='no pipes with names')
@pytest.mark.parametrize('place', ['.pre-commit-config.yaml', '.git/hooks/pre-commit', 'prek.toml'])
@pytest.mark.parametrize('what', ['pipe', 'device', 'large'])
def test_what_is_no_file_is_not_read(repo: Repository, capsys: pytest.CaptureFixture[str], place: str, what: str) -> None:
    path = repo.folder / place
    path.parent.mkdir(exist_ok=True)
    if what == 'pipe':
        os.mkfifo(path)
    elif what == 'device':
        path.symlink_to('/dev/zero')
    else:
        with open(path, 'wb') as stream:
            stream.truncate(1 << 33)
    assert main(['install']) == 2
    assert 'internal' not in capsys.readouterr().err
