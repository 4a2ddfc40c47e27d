"""Key files that entries name, and what a scan makes of them."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import fake
import pytest
from marks import files_of

from mcp_hooks.credentials.stores import KEY_NAMES, SETTINGS_NAMES, names_env_file, names_key_file
from mcp_hooks.rules.key_files import key_files_of, leads_to_a_key, may_hold_a_key


def named(path: str, **entry: object) -> tuple[str, ...]:
    return key_files_of(files_of(path, json.dumps({'mcpServers': {'a': {'command': 'x', **entry}}}))[0])


@pytest.mark.parametrize(('value', 'found'), [
    ('./secrets/gcp-key.json', ('secrets/gcp-key.json',)), ('service-account.json', ('service-account.json',)),
    ('keys/deploy_key', ('keys/deploy_key',)), ('./.ssh/id_ed25519', ('.ssh/id_ed25519',)), ('app.pem', ('app.pem',)),
    ('${CLAUDE_PROJECT_DIR}/AuthKey_AB.p8', ('AuthKey_AB.p8',)), ('/etc/keys/id_rsa', ()), ('~/.ssh/id_rsa', ()), ('${KEYS}/id_rsa', ()),
    ('id_rsa.pub', ()), ('public.pem', ()), ('server-cert.pem', ()), ('package.json', ()), ('my_api_key', ('my_api_key',))])
def test_a_variable(value: str, found: tuple[str, ...]) -> None:
    assert named('.mcp.json', env={'DATA': value}) == found


@pytest.mark.parametrize(('args', 'found'), [
    (['--key=./deploy/id_rsa'], ('deploy/id_rsa',)), (['-i', 'deploy/id_rsa'], ('deploy/id_rsa',)),
    (['run', '-v', './sa-token.json:/sa.json:ro'], ('sa-token.json',)),
    (['--mount', 'type=bind,src=./oauth.json,dst=/run/x.json'], ('oauth.json',)), (['server.js', 'config.json', '--api-key', '-key'], ())])
def test_an_argument(args: list[str], found: tuple[str, ...]) -> None:
    assert named('.mcp.json', args=args) == found


@pytest.mark.parametrize(('entry', 'found'), [
    ({'env': {'GOOGLE_APPLICATION_CREDENTIALS': './keys/bq.json'}}, ('keys/bq.json',)),
    ({'args': ['--key-file', './keys/bq.json']}, ('keys/bq.json',)),
    ({'args': ['--service-account=keys/bq.json']}, ('keys/bq.json',)),
    ({'env': {'PGPASSFILE': './secrets/.pgpass'}}, ('secrets/.pgpass',)),
    ({'env': {'NETRC': './ci/.netrc'}}, ('ci/.netrc',)),
    ({'args': ['--netrc-file', './ci/login']}, ('ci/login',)),
    ({'args': ['--isolated', '--storage-state=.auth/state.json']}, ('.auth/state.json',)),
    ({'args': ['--cookies', 'www/c.txt']}, ('www/c.txt',)),
    ({'args': ['wireguard-mcp', '--config', './wg/home.conf']}, ('wg/home.conf',)),
    ({'env': {'KUBECONFIG': 'k8s/dev.yaml'}}, ('k8s/dev.yaml',)),
    ({'env': {'MEMORY_FILE_PATH': '.claude/memory.jsonl'}}, ('.claude/memory.jsonl',)),
    ({'env': {'API_TOKEN_FILE': './run/t'}}, ('run/t',)),
    ({'args': ['--defaults-extra-file=./db/my.cnf']}, ('db/my.cnf',)),
    ({'env': {'SERVER_CONFIG': './etc/server.yaml'}}, ('etc/server.yaml',)),
    ({'env': {'PUBLIC_KEY_PATH': './k/pub.txt'}}, ()),
    ({'args': ['--ca-cert-file', './k/ca.txt']}, ()),
    ({'env': {'LOG_FILE': './log/a.txt'}}, ()),
    ({'args': ['--credentials', '--verbose', './a/b']}, ()),
    ({'env': {'CREDENTIALS': 'https://a.example/b.json'}}, ()),
    ({'env': {'CREDENTIALS': 'manual'}}, ()),
    ({'args': ['--config', './wg']}, ()),
    ({'env': {'NETRC': '/home/dev/.netrc'}}, ())])
def test_the_name_of_a_variable_or_a_flag_says_what_the_file_is(entry: dict[str, object], found: tuple[str, ...]) -> None:
    assert named('.mcp.json', **entry) == found


def test_what_has_no_look_of_a_path() -> None:
    assert not any(leads_to_a_key('CREDENTIALS', value) for value in ('', '-x.json', 'a\n/b', 'x' * 400 + '.json', '{"a"}'))


@pytest.mark.parametrize(('entry', 'path', 'text'), [
    ({'env': {'PGPASSFILE': './secrets/.pgpass'}}, 'secrets/.pgpass', 'db.corp.example:5432:orders:mcp:{}\n'),
    ({'env': {'NETRC': './ci/.netrc'}}, 'ci/.netrc', 'machine nexus.corp.example\n  login deploy\n  password {}\n'),
    ({'args': ['--config', './wg/home.conf']}, 'wg/home.conf', '[Interface]\nPrivateKey = {}\n[Peer]\nPublicKey = x\n'),
    ({'args': ['--storage-state=.auth/state.json']}, '.auth/state.json', '{{"cookies": [{{"name": "li_at", "value": "{}"}}]}}'),
    ({'args': ['--cookies', './c/cookies.txt']}, 'c/cookies.txt', '.x.example\tTRUE\t/\tTRUE\t1811404800\tauth_token\t{}\n'),
    ({'env': {'API_TOKEN_FILE': './run/token'}}, 'run/token', '{}\n'),
    ({'env': {'MEMORY_FILE_PATH': 'memory.jsonl'}}, 'memory.jsonl', '{{"type": "entity", "observations": ["root password is {}!9"]}}\n')])
def test_a_scan_finds_what_is_in_such_a_file(tmp_path: Path, entry: dict[str, object], path: str, text: str) -> None:
    (tmp_path / '.mcp.json').write_text(json.dumps({'mcpServers': {'a': {'command': 'x', **entry}}}))
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text.format(fake.base64_bytes(32, path) if 'Private' in text else fake.base62(40, path)))
    done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'scan', '--format', 'json', '--no-git', '.'], cwd=tmp_path,
                          capture_output=True, encoding='utf-8', check=False, env=os.environ | {'NO_COLOR': '1'})
    assert [one['path'] for one in json.loads(done.stdout)['findings'] if one['category'] == 'credential'] == [path]


def test_the_folder_of_a_client_and_the_root_are_meant() -> None:
    assert named('app/.cursor/mcp.json', args=['./k.pem']) == ('app/k.pem', 'k.pem')
    assert named('token.json', args=['token.json', 3, None, {'a': 'k.pem'}]) == ()
    assert not may_hold_a_key('')


@pytest.mark.parametrize('held', ['work tree', 'index', 'folder', 'ignored'])
def test_a_scan_reads_a_key_file_that_an_entry_names(tmp_path: Path, held: str) -> None:
    key, account = fake.private_key(), fake.private_key()
    (tmp_path / '.mcp.json').write_text(json.dumps({'mcpServers': {'a': {
        'command': 'ssh-mcp', 'args': ['--key=./keys/id_rsa'], 'env': {'GOOGLE_APPLICATION_CREDENTIALS': 'sa-key.json'}}}}))
    (tmp_path / 'keys').mkdir()
    (tmp_path / 'keys' / 'id_rsa').write_text(key)
    (tmp_path / 'sa-key.json').write_text(json.dumps({'type': 'service_account', 'private_key': account}))
    (tmp_path / 'other').mkdir()
    (tmp_path / 'other' / 'id_rsa').write_text(key)  # nobody names it
    git = ['git', '-c', 'user.email=a@b.example', '-c', 'user.name=a']
    if held != 'folder':
        subprocess.run([*git, 'init', '-q', '.'], cwd=tmp_path, check=True)
        if held == 'ignored':
            (tmp_path / '.gitignore').write_text('id_rsa\nsa-key.json\n')
        subprocess.run([*git, 'add', '.'], cwd=tmp_path, check=True)
    words = {'index': ['--staged'], 'folder': ['--no-git']}.get(held, [])
    done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'scan', '--format', 'json', *words, '.'], cwd=tmp_path,
                          capture_output=True, encoding='utf-8', check=False, env=os.environ | {'NO_COLOR': '1'})
    found = [(one['path'], one['name']) for one in json.loads(done.stdout)['findings']]
    assert found == ([] if held == 'ignored' else [('keys/id_rsa', 'private-key'), ('sa-key.json', 'private-key')])
    assert done.returncode == (0 if held == 'ignored' else 1)


@pytest.mark.skipif(sys.platform == 'win32', reason='links and pipes need rights there')
@pytest.mark.parametrize('words', [[], ['--no-git'], ['--staged']])
def test_what_leads_out_of_the_tree_or_is_no_file_is_not_read(tmp_path: Path, words: list[str]) -> None:
    key, outside, tree = fake.private_key(), tmp_path / 'outside', tmp_path / 'tree'
    outside.mkdir()
    tree.mkdir()
    (outside / 'id_rsa').write_text(key)
    names = ['./link_key', './keys/id_rsa', '../outside/id_rsa', './a/../../outside/id_rsa', './pipe_key', './dir_key', '.', './.',
             'x\u0000_key']
    (tree / '.mcp.json').write_text('{"mcpServers": {"a": {"command": "x", "args": ['
                                    + ', '.join(f'"{name}"' for name in names) + ']}}}')
    (tree / 'link_key').symlink_to(outside / 'id_rsa')
    (tree / 'keys').symlink_to(outside)
    (tree / 'dir_key').mkdir()
    subprocess.run(['git', 'init', '-q', '.'], cwd=tree, check=True)
    subprocess.run(['git', 'add', '.'], cwd=tree, check=True)
    os.mkfifo(tree / 'pipe_key')
    done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'scan', '--format', 'json', *words, '.'], cwd=tree, capture_output=True,
                          encoding='utf-8', check=False, env=os.environ | {'NO_COLOR': '1'}, timeout=600)
    assert [one for one in json.loads(done.stdout)['findings'] if one['category'] == 'credential'] == []
    assert done.returncode in (0, 1)
    assert 'Traceback' not in done.stderr


@pytest.mark.parametrize('words', [['--staged'], ['--no-git'], []])
def test_a_key_file_over_the_limit_is_named(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / '.mcp.json').write_text(json.dumps({'mcpServers': {'a': {'command': 'x', 'args': ['--key=id_rsa']}}}))
    (tmp_path / 'id_rsa').write_text(fake.private_key() * 3)
    subprocess.run(['git', 'init', '-q', '.'], cwd=tmp_path, check=True)
    subprocess.run(['git', 'add', '.'], cwd=tmp_path, check=True)
    done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'scan', '--format', 'json', '--max-bytes', '300', *words, '.'], cwd=tmp_path,
                          capture_output=True, encoding='utf-8', check=False)
    report = json.loads(done.stdout)
    assert [one['path'] for one in report['skipped']] == ['id_rsa']
    assert '300' in report['skipped'][0]['reason']


@pytest.mark.parametrize('word', [*KEY_NAMES, *SETTINGS_NAMES])
@pytest.mark.parametrize('spelt', ['--{}', '{}', 'MY_{}'])
def test_no_file_is_let_go_that_names_a_key_file(word: str, spelt: str) -> None:
    """The look that decides whether this module is loaded knows all that it finds, with signs between the words or without."""
    ending = '.yaml' if word in SETTINGS_NAMES else '.x'
    for name in (spelt.format(word), spelt.format('_'.join((word[:3], word[3:]))), spelt.format('-'.join((word[:3], word[3:]))).upper()):
        for entry in ({'env': {name: f'./run/a{ending}'}}, {'args': [name if name[0] == '-' else f'--{name}', f'./run/a{ending}']}):
            assert named('.mcp.json', **entry) == (f'run/a{ending}',)
            assert names_key_file(json.dumps(entry))


@pytest.mark.parametrize('value', ['a.pem', 'A.PEM', 'a.key', 'a.p8', 'a.ppk', 'a.asc', 'deploy_key', 'deploy-key', 'id_rsa', 'id_dsa',
                                   'id_ecdsa', 'id_ed25519', 'token.json', 'Service-Account.JSON'])
def test_no_file_is_let_go_that_has_the_path_of_a_key_file(value: str) -> None:
    for entry in ({'env': {'DATA': value}}, {'args': [f'--data={value}']}, {'args': ['-v', f'./{value}:/run/x:ro']}):
        assert len(named('.mcp.json', **entry)) == 1
        assert names_key_file(json.dumps(entry))


@pytest.mark.parametrize('text', [
    '{"mcpServers": {"a": {"command": "npx", "args": ["-y", "a-mcp@1"], "env": {"A_KEY": "${A_KEY}", "API_TOKEN": "x"}}}}',
    '{"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp", "headers": {"Authorization": "Bearer ${A}"}}}}', ''])
def test_most_files_name_none(text: str) -> None:
    assert not names_key_file(text)
    assert not names_env_file(text)
