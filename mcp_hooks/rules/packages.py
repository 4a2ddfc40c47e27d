"""What a package runner fetches from a registry before a server starts, and which release of it."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.rules.launch import Launch


class Package(NamedTuple):
    """What a package runner fetches. ``ecosystem`` is npm, pypi or docker; ``version`` as written, '' without one."""

    ecosystem: str
    name: str
    version: str
    node: Node


_NPM_WITH_VALUE = frozenset((
    '-p', '--package', '--registry', '-w', '--workspace', '--cache', '--prefix', '--userconfig', '--node-options',
    '--loglevel', '--script-shell', '--dir', '-C', '--filter', '--reporter',
))
UV_WITH_VALUE = frozenset((
    '--with', '--with-editable', '--with-requirements', '--python', '-p', '--index', '--index-url', '-i',
    '--extra-index-url', '--default-index', '--find-links', '-f', '--directory', '--project', '--cache-dir',
    '--config-file', '--env-file', '--refresh-package', '--upgrade-package', '-P', '--reinstall-package', '--exclude-newer',
    '--link-mode', '--keyring-provider', '--index-strategy', '--allow-insecure-host', '--python-preference', '--resolution',
    '--prerelease', '--color', '-c', '--constraints', '--overrides', '--build-constraints', '--no-build-package',
    '--no-binary-package', '--config-setting', '-C', '--spec', '--python-platform', '--torch-backend', '-w', '--pip-args',
))


def packages(run: Launch) -> list[Package]:
    """What is fetched from a registry when this starts; empty for local programs."""
    program, args = run.program, list(run.args)
    if program in ('npx', 'bunx', 'pnpx'):
        return _npm(args)
    if program in ('npm', 'pnpm', 'yarn', 'bun') and args:
        verb = args[0].text
        if verb in ('exec', 'x', 'dlx', 'create') and (program, verb) != ('yarn', 'exec') and verb != 'create':
            return _npm(args[1:])
        return []
    if program == 'uvx':
        return _pypi(args, '--from')
    if program == 'uv' and len(args) > 1 and args[0].text == 'tool' and args[1].text == 'run':
        return _pypi(args[2:], '--from')
    if program == 'pipx' and args and args[0].text == 'run':
        return _pypi(args[1:], '--spec')
    if program == 'uv' and args and args[0].text == 'run':
        return [p for node in _values(args[1:], '--with') for p in _requirement(*node)]
    from mcp_hooks.rules.container_run import container

    box = container(run)
    if box is not None and box.verb == 'run' and box.image is not None and box.image.text:
        name, version = image_version(box.image.text)
        return [Package('docker', name, version, box.image)] if name else []
    return []


def python_target(run: Launch) -> Node | None:
    """What a runner of Python packages is told to fetch, whether or not it is a name that it takes."""
    words = {'uvx': (), 'uv': ('tool', 'run'), 'pipx': ('run',)}.get(run.program)
    if words is None or tuple(node.text for node in run.args[:len(words)]) != words:
        return None
    args = run.args[len(words):]
    at = 0
    while at < len(args):
        word = args[at].text
        if word in ('--from', '--spec'):
            return args[at + 1] if at + 1 < len(args) else None
        if not word.startswith('-'):
            return args[at]
        at += 2 if word in UV_WITH_VALUE else 1
    return None


def _values(args: Sequence[Node], option: str) -> list[tuple[str, Node]]:
    """Each value of an option that may be repeated, up to the first word that belongs to the program started."""
    out = []
    at = 0
    while at < len(args):
        word = args[at].text
        if word == option and at + 1 < len(args):
            out.append((args[at + 1].text, args[at + 1]))
        elif word.startswith(option + '='):
            out.append((word[len(option) + 1:], args[at]))
        elif not word.startswith('-'):
            break
        at += 2 if word in UV_WITH_VALUE else 1
    return out


def _npm(args: Sequence[Node]) -> list[Package]:
    named: list[Package] = []
    at = 0
    while at < len(args):
        word = args[at].text
        if word in ('-p', '--package') and at + 1 < len(args):
            named.extend(_npm_package(args[at + 1].text, args[at + 1]))
            at += 2
            continue
        if word.startswith('--package='):
            named.extend(_npm_package(word[10:], args[at]))
        elif word == '--':
            at += 1
            break
        elif word in ('-c', '--call'):
            return named
        elif word in _NPM_WITH_VALUE:
            at += 1
        elif not word.startswith('-'):
            break
        at += 1
    if named or at >= len(args):
        return named
    return _npm_package(args[at].text, args[at])


def _npm_package(word: str, node: Node) -> list[Package]:
    if not word or word[0] in './~$%{<' or ':' in word or '\\' in word or ' ' in word or word.count('/') > word.startswith('@'):
        return []  # a folder, an address, a reference
    name, version = npm_version(word)
    return [Package('npm', name, version, node)] if name else []


def npm_version(word: str) -> tuple[str, str]:
    """``@scope/name@1.2.3`` → (``@scope/name``, ``1.2.3``)."""
    at = word.find('@', 1)
    return (word, '') if at < 0 else (word[:at], word[at + 1:])


def _pypi(args: Sequence[Node], source: str) -> list[Package]:
    named: list[Package] = []
    at = 0
    while at < len(args):
        word = args[at].text
        if word in (source, '--with') and at + 1 < len(args):
            named.extend(_requirement(args[at + 1].text, args[at + 1]))
            if word == source:
                return named
            at += 2
            continue
        if word.startswith(source + '='):
            return named + _requirement(word[len(source) + 1:], args[at])
        if word == '--':
            at += 1
            break
        if word in UV_WITH_VALUE:
            at += 1
        elif not word.startswith('-'):
            break
        at += 1
    if at >= len(args):
        return named
    return _requirement(args[at].text, args[at]) + named


def _requirement(word: str, node: Node) -> list[Package]:
    if not word or not (word[0].isalnum() or word[0] == '_') or '://' in word or '/' in word or '\\' in word or ' @' in word:
        return []  # a folder, a file or an address
    end = 0
    while end < len(word) and (word[end].isalnum() or word[end] in '-_.'):
        end += 1
    name, rest = word[:end], word[end:]
    if name.endswith(('.py', '.whl')):
        return []
    if rest.startswith('['):
        rest = rest.partition(']')[2]
    return [Package('pypi', name.lower().replace('_', '-'), rest.strip().removeprefix('@').strip(), node)]


def image_version(word: str) -> tuple[str, str]:
    """``host:5000/name:tag@sha256:…`` → (``host:5000/name``, the digest, else the tag)."""
    if not (word[:1].isalnum()) or ' ' in word:
        return '', ''
    name, _, digest = word.partition('@')
    head, slash, last = name.rpartition('/')
    base, _, tag = last.partition(':')
    return head + slash + base, digest or tag


def is_exact(package: Package) -> bool:
    """Does the version name one release? Tags that move (``latest``), ranges and no version at all do not."""
    version = package.version
    if package.ecosystem == 'docker':
        return version.startswith('sha256:') or (bool(version) and version != 'latest')
    if package.ecosystem == 'pypi':
        if version.startswith('==='):
            version = version[3:]
        elif version.startswith('=='):
            version = version[2:]
        elif version[:1] in ('<', '>', '~', '!', ','):
            return False
        return version[:1].isdigit() and '*' not in version and ',' not in version
    version = version.removeprefix('=').removeprefix('v')
    parts = version.split('-')[0].split('+')[0].split('.')
    return len(parts) == 3 and all(part.isdigit() for part in parts)


def numbers(version: str) -> tuple[int, ...] | None:
    """An exact version as numbers to compare; a pre-release counts as just before its release. None for ranges and tags."""
    version = version.strip().removeprefix('==').removeprefix('=').removeprefix('v')
    release, dash, _ = version.partition('+')[0].partition('-')
    parts = release.split('.')
    if len(parts) != 3 or not all(part.isdigit() and len(part) < 10 for part in parts):
        return None
    return *(int(part) for part in parts), -1 if dash else 0
