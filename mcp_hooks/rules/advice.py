"""Supply chain and good manners. Advice is off by default; what is known to be dangerous is on."""
from __future__ import annotations

from mcp_hooks.clients.record import COMMAND
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import Fix, Hit
from mcp_hooks.rules.rule import ADVICE, FILE, Rule
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node, Span
    from mcp_hooks.servers import ConfigFile, Server

# exact name -> first affected release, first release without the fault (none for a package that turned hostile), what is wrong,
# where it is described
Advisory = tuple[tuple[int, ...], tuple[int, ...], str, str]
NVD = 'https://nvd.nist.gov/vuln/detail/'
ADVISORIES: dict[str, tuple[Advisory, ...]] = {
    '@modelcontextprotocol/inspector': (
        ((0, 0, 0), (0, 14, 1), 'any web page can run commands through its proxy', NVD + 'CVE-2025-49596'),),
    'mcp-remote': (
        ((0, 0, 5), (0, 1, 16), 'a hostile server can run commands through its authorization address', NVD + 'CVE-2025-6514'),),
    'postmark-mcp': (
        ((1, 0, 16), (), 'it sends a copy of every mail to a stranger',
         'https://particula.tech/blog/mcp-supply-chain-attack-audit-tool-poisoning-2026'),),
}


def _words(server: Server) -> Iterator[tuple[Node, str, int]]:
    """Each word of the command line, also inside of a shell's script, with its place in the node's text."""
    node = server.field(COMMAND)
    first = [node] if node is not None and node.kind == STRING else node.items[:1] if node is not None else []
    for one in (*first, *server.args):
        if '@' not in one.text or len(one.text) > 10_000:
            continue
        at = 0
        for word in one.text.replace('"', ' ').replace("'", ' ').replace('=', ' ').replace('`', ' ').split(' '):
            if word:
                yield one, word, at
            at += len(word) + 1


def check_vulnerable(server: Server) -> Iterator[Hit]:
    for node, written, at in _words(server):
        word = written.removeprefix('npm:')
        split = word.find('@', 1)
        if split < 0:
            continue
        known = ADVISORIES.get(word[:split])
        if not known:
            continue
        from mcp_hooks.rules.packages import numbers

        version = numbers(word[split + 1:])
        if version is None:
            continue  # a range or a tag: the newest release of it is fetched
        for since, fixed, what, where in known:
            if since <= version[:3] and (not fixed or version < (*fixed, 0)):
                yield _vulnerable(server, node, (at, at + len(written)), word, fixed, what, where)
                break


def _vulnerable(server: Server, node: Node, place: Span, word: str, fixed: tuple[int, ...], what: str, where: str) -> Hit:
    from mcp_hooks.edits import replace_within
    from mcp_hooks.writing import place_in

    name, _, version = word.rpartition('@')
    span = place_in(server.file.document, node, *place)
    if not fixed:
        return Hit(node, f'This release of `{shown(name)}` is hostile: {what}', span=span, help=f'Remove the server. {where}')
    safe = '.'.join(str(number) for number in fixed)
    edit = replace_within(server.file.document, node, place[1] - len(version), place[1], safe)
    return Hit(node, f'`{shown(name)}` before {safe} is vulnerable ({where.rpartition("/")[2]}): {what}', span=span,
               help=f'Use {safe} or newer. {where}', fix=Fix(f'use {safe}', (edit,)) if edit else None)


def check_open_inspector(server: Server) -> Iterator[Hit]:
    if not server.command:
        return
    for member in server.env:
        if member.name == 'DANGEROUSLY_OMIT_AUTH' and member.value.value not in ('', None, False):
            yield Hit(member.key, _OMITTED)
    named = [node for node in server.args if 'DANGEROUSLY_OMIT_AUTH' in node.text]
    for node in named:
        value = node.text.partition('DANGEROUSLY_OMIT_AUTH')[2]
        if value[:1] == '=' and value[1:2].strip('"\' '):
            yield Hit(node, _OMITTED)
    if not _is_inspector(server):
        return
    for member in server.env:
        if member.name in ('HOST', 'CLIENT_HOST', 'MCP_INSPECTOR_HOST') and member.value.text.strip() in _EVERYWHERE:
            yield Hit(member.value, _LISTENING,
                      help='Remove the variable; the Inspector listens on localhost by itself.')
    before = ''
    for node in server.args:
        option, equals, value = node.text.partition('=')
        is_host = equals and option.lstrip('-').upper() == 'HOST' and value in _EVERYWHERE
        if is_host or (before == '--host' and node.text in _EVERYWHERE):
            yield Hit(node, _LISTENING,
                      help='Leave the host out; the Inspector listens on localhost by itself.')
        before = node.text


_OMITTED = '`DANGEROUSLY_OMIT_AUTH` lets any web page start programs through the Inspector, whatever its value'
_LISTENING = 'The Inspector listens on all interfaces: everybody in the network can start programs through it'
_EVERYWHERE = frozenset(('0.0.0.0', '::', '[::]', '*'))  # noqa: S104 — looked for, not bound
_INSPECTORS = frozenset((
    '@modelcontextprotocol/inspector', '@modelcontextprotocol/inspector-cli', '@modelcontextprotocol/inspector-server',
    'ghcr.io/modelcontextprotocol/inspector', 'mcp-inspector',
))


def _is_inspector(server: Server) -> bool:
    if not any('inspector' in text for text in (server.command, *(node.text for node in server.args))):
        return False
    from mcp_hooks.rules.launch import launch
    from mcp_hooks.rules.packages import image_version, npm_version, packages

    run = launch(server)
    if run.program == 'mcp-inspector' or any(package.name in _INSPECTORS for package in packages(run)):
        return True
    words = [word for node in server.args for word in node.text.split(' ')]
    return any(npm_version(word)[0] in _INSPECTORS or image_version(word)[0] in _INSPECTORS for word in words)


def check_unpinned(server: Server) -> Iterator[Hit]:
    if not server.command:
        return
    from mcp_hooks.rules.launch import launch
    from mcp_hooks.rules.packages import is_exact, packages

    for package in packages(launch(server)):
        if is_exact(package):
            continue
        what = f'`{shown(package.name)}`'
        if package.ecosystem == 'docker':
            yield Hit(package.node, f'The image {what} is taken as it is on the day: its tag moves',
                      help='Name a release as the tag, or better the digest (`@sha256:…`).')
            continue
        form = f'{package.name}@1.2.3' if package.ecosystem == 'npm' else f'{package.name}==1.2.3'
        yield Hit(package.node, f'{what} is taken in whatever release is newest on the day',
                  help=f'Pin it, in the form `{shown(form)}`.')


# people's names in samples, and users that images and runners have
_NOBODY = frozenset((
    'user', 'username', 'yourname', 'your-name', 'your_name', 'yourusername', 'your-username', 'your_username', 'you', 'me',
    'name', 'myname', 'myuser', 'myusername', 'youruser', 'your-user', 'your_user', 'someone', 'somebody', 'example',
    'test', 'runner', 'node', 'ubuntu', 'vscode', 'root', 'app', 'appuser', 'codespace', 'gitpod', 'jovyan', 'default',
    'shared', 'public', 'all-users', 'admin', 'administrator', 'xxx', 'xxxx', 'foo', 'bar', 'john', 'johndoe', 'jane',
    'ec2-user', 'pi', 'nobody', 'linuxbrew', 'circleci', 'vagrant', 'docker', 'container', 'jenkins', 'gitlab-runner',
    'mcpuser', 'demo', 'sample', 'utilisateur', 'usuario',
))


def check_personal_path(server: Server) -> Iterator[Hit]:
    for node in server.entry.walk():
        if node.kind != STRING:
            continue
        found = _personal(node.text)
        if found is not None:
            from mcp_hooks.writing import place_in

            yield Hit(node, 'A path into the home folder of one user', span=place_in(server.file.document, node, *found))


def _personal(value: str) -> tuple[int, int] | None:
    for mark in ('/Users/', '/home/', ':\\Users\\', ':/Users/', '/mnt/c/Users/'):
        at = value.find(mark)
        while at >= 0:
            start = at + len(mark)
            end = start
            while end < len(value) and value[end] not in '/\\:;, "\'':
                end += 1
            name = value[start:end]
            before = value[at - 1:at]
            beginning = at == 0 or before in ' =:,;"\'' or mark[0] == ':' or value[:at].endswith(('file://', '/mnt/c'))
            if name and beginning and name[0] not in '<${%[*.' and name.lower() not in _NOBODY and not name.isupper():
                return at - (mark[0] == ':'), end
            at = value.find(mark, start)
    return None


_TOOLS_OF_A_SERVER = 8  # few servers offer less, many offer far more


def check_many(file: ConfigFile) -> Iterator[Hit]:
    limit = file.kind.tool_limit
    if not limit or len(file.servers) * _TOOLS_OF_A_SERVER <= limit:
        return
    running = [server for server in file.servers if not server.is_off]
    if len(running) * _TOOLS_OF_A_SERVER > limit:
        first = running[limit // _TOOLS_OF_A_SERVER]
        yield Hit(first.place, f'{len(running)} servers; {reader(file.kind)} shows {limit} tools and leaves out the rest')


def check_yes(server: Server) -> Iterator[Hit]:
    if 'npx' not in server.command and not any(node.text == 'npx' for node in server.args[:3]):
        return
    from mcp_hooks.rules.launch import launch

    run = launch(server)
    if run.program != 'npx' or not run.args or not all(node.text for node in run.args[:1]):
        return
    for node in run.args:
        if node.text.startswith('-y') or node.text in ('--yes', '--no-install', '--no', '--offline', '-c', '--call'):
            return
        if not node.text.startswith('-'):
            if node.text[:1] in './\\':
                return  # a program of the project
            break
    from mcp_hooks.edits import replace_item

    edit = replace_item(server.file.document, run.args[0], ['-y', run.args[0].text])
    yield Hit(run.args[0], '`npx` without `-y` may wait for an answer that nobody gives',
              fix=Fix('add `-y`', (edit,)) if edit else None)


def check_approve_all(file: ConfigFile) -> Iterator[Hit]:
    root = file.document.root
    if root is None or root.kind != OBJECT:
        return
    member = root.member('enableAllProjectMcpServers')
    if member is not None and member.value.value is True:
        yield Hit(member.key, 'Every server that a project names is started without a question')


_CHECKED = '2026-11-30'
_INSPECTOR = 'https://github.com/modelcontextprotocol/inspector#security-considerations'


def _example(args: str, command: str = 'npx', env: str = '') -> str:
    return f'{{"mcpServers": {{"docs": {{"command": "{command}", "args": [{args}]{env}}}}}}}'


RULES: tuple[Rule, ...] = (
    Rule(
        id='MCP501', name='unpinned-package', category=ADVICE, severity='note', check=check_unpinned, default=False,
        summary='A package or image that is fetched in whatever release is newest.',
        help='Pin the version, so that a hostile release does not run on the day it appears.',
        source='https://modelcontextprotocol.io/specification/2025-11-25/basic/security_best_practices', checked=_CHECKED,
        security=3.0,
        bad=('.mcp.json', _example('"-y", "@acme/docs-mcp@latest"')),
        good=('.mcp.json', _example('"-y", "@acme/docs-mcp@1.4.2"')),
    ),
    Rule(
        id='MCP502', name='personal-path', category=ADVICE, severity='note', check=check_personal_path, default=False,
        summary='A path into one user\'s home folder, in a file that others use.',
        help='Write a path relative to the project, or a reference that each user resolves.',
        source='https://modelcontextprotocol.io/docs/develop/connect-local-servers', checked=_CHECKED,
        bad=('.mcp.json', _example('"/Users/mkessler/tools/docs.js"', 'node')),
        good=('.mcp.json', _example('"./tools/docs.js"', 'node')),
    ),
    Rule(
        id='MCP503', name='too-many-servers', category=ADVICE, severity='note', subject=FILE, check=check_many, default=False,
        summary='More servers than the client has room for tools.',
        help='Disable what this project does not need, or let a server offer fewer tools.',
        source='https://code.visualstudio.com/docs/copilot/chat/chat-tools', checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"servers": {' + ', '.join(f'"s{n}": {{"command": "s{n}-mcp"}}' for n in range(17)) + '}}'),
        good=('.vscode/mcp.json', '{"servers": {' + ', '.join(f'"s{n}": {{"command": "s{n}-mcp"}}' for n in range(3)) + '}}'),
    ),
    Rule(
        id='MCP504', name='npx-without-yes', category=ADVICE, severity='note', check=check_yes, default=False,
        summary='`npx` without `-y`, which may ask before it fetches a package.',
        help='Write `-y` as the first argument.',
        source='https://docs.npmjs.com/cli/v11/commands/npx', checked=_CHECKED,
        bad=('.mcp.json', _example('"docs-mcp"')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP505', name='vulnerable-version', category=ADVICE, severity='warning', check=check_vulnerable,
        summary='A release with a published vulnerability. Exact names and versions are compared, nothing is looked up.',
        help='Use a release in which the fault is mended.',
        source='https://nvd.nist.gov/vuln/detail/CVE-2025-6514', checked=_CHECKED, security=9.4,
        bad=('.mcp.json', _example('"-y", "mcp-remote@0.1.15", "https://docs.example/mcp"')),
        good=('.mcp.json', _example('"-y", "mcp-remote@0.1.16", "https://docs.example/mcp"')),
    ),
    Rule(
        id='MCP506', name='open-inspector', category=ADVICE, severity='warning', check=check_open_inspector,
        summary='An Inspector that anybody can reach: without its token, or on all interfaces.',
        help='Remove `DANGEROUSLY_OMIT_AUTH`: the Inspector\'s proxy starts programs for whoever reaches it.',
        source=_INSPECTOR, checked=_CHECKED, security=9.0,
        bad=('.mcp.json', _example('"-y", "@modelcontextprotocol/inspector"', env=', "env": {"DANGEROUSLY_OMIT_AUTH": "1"}')),
        good=('.mcp.json', _example('"-y", "@modelcontextprotocol/inspector"')),
    ),
    Rule(
        id='MCP507', name='all-servers-approved', category=ADVICE, severity='note', subject=FILE, check=check_approve_all,
        default=False,
        summary='Settings that approve every server of a project in advance.',
        help='List the servers by name.',
        source='https://code.claude.com/docs/en/settings', checked=_CHECKED, security=5.0,
        bad=('.claude/settings.json', '{"enableAllProjectMcpServers": true}'),
        good=('.claude/settings.json', '{"enabledMcpjsonServers": ["docs"]}'),
    ),
)
