"""Finds every value of a file in which a credential can stand, judges each once, and says where exactly the credential is.

The places: every string of the tree (env, headers, arguments, addresses, inputs, permission rules, any other field), and the keys
where a value was meant. What stands beside the values is looked at by ``loose``.
"""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials.judge import (
    CAPABILITY,
    DEFAULT_PASSWORD,
    SECRET,
    TOKEN,
    UNSURE,
    Place,
    Verdict,
    judge_all,
)
from mcp_hooks.credentials.providers import may_hold, scan
from mcp_hooks.credentials.quick import is_plain
from mcp_hooks.credentials.stores import is_store
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.documents.node import Document, Node, Span
    from mcp_hooks.servers import ConfigFile


class Found(NamedTuple):
    """A credential. ``node`` is the string (or key) it stands in, None in raw text; ``span`` covers exactly its characters in
    the document; ``place`` is that of the whole value, ``verdict`` knows the narrower one; ``secret`` never leaves the core.
    ``at`` is where it begins in the value of the node, -1 where it was found in the text."""

    verdict: Verdict
    place: Place
    node: Node | None
    span: Span
    secret: str
    at: int = -1


PAGES = ('.md', '.mdx', '.mdc', '.markdown')  # of Markdown
# problems that leave the tree whole; after any other one the text itself is read as well
_HARMLESS = frozenset(('comment', 'trailing-comma', 'duplicate-key', 'empty', 'recursive-alias', 'bom'))
_ENV = frozenset(
    """env environment envs environmentvariables envvars envvariables variables vars secrets dockerenv envmap""".split()
)
_HEADERS = frozenset('headers httpheaders requestheaders customheaders extraheaders defaultheaders staticheaders'.split())
_URLS = frozenset('url serverurl httpurl uri endpoint baseurl sseurl mcpurl address href host proxy registry'.split())
_COMMANDS = frozenset(
    """command cmd script scripts run shell exec entrypoint startcommand commandline before after hook
task""".split()
)
_PROSE = frozenset(
    """description title text message messages prompt instructions instruction notes note summary about content help readme
tooltip label comment comments doc docs documentation systemprompt markdowndescription source outputs stdout
stderr observations facts memories memory""".split()
)
_VARIABLE_NAMES = (
    'envvar',
    'envvars',
    'envname',
    'envvarname',
    'envkey',
    'tokenenv',
    'keyenv',
    'apikeyenv',
    'passwordenv',
    'secretenv',
    'envhttpheaders',
)
_NAME_KEYS = ('name', 'key', 'id', 'variable', 'var', 'env', 'header')
_DEFAULTS = frozenset(('value', 'default', 'defaultvalue', 'fallback', 'const', 'example', 'sample', 'initialvalue', 'prefill', 'preset'))
_HOLDERS = frozenset(('value', 'default', 'defaultValue', 'options', 'choices', 'enum', 'fallback', 'example', 'examples', 'const'))
_DESCRIBED = frozenset(('type', 'description', 'input_type', 'title', 'sensitive', 'required', 'format'))
_CHOICES = frozenset(('options', 'choices', 'enum', 'examples', 'suggestions', 'values', 'default', 'defaults'))
_SAYS_IT_ALL = frozenset(('env', 'header', 'store', 'variable-name', 'permission'))  # whatever the name of the member
_NEIGHBOURS = 40


def credentials(document: Document, files: Iterable[ConfigFile] = (), path: str = '') -> tuple[Found, ...]:
    """Every credential of a document in text order, none inside another, each judged once.

    ``files`` are the document as its readers see it; without them all strings are judged all the same. ``path`` helps to know
    stores of tokens, whose values need no name.
    """
    return _judged(document, tuple(files), path).found


class _Judged(NamedTuple):
    """All that was found in a document read at ``path``; ``unsure`` are values that only look made by a machine."""

    document: Document
    path: str
    found: tuple[Found, ...]
    unsure: tuple[str, ...]


# the last answer: eighteen rules and the masking ask for the same document in turn. Taken and put as a whole, for threads
_LAST: list[_Judged | None] = [None]


def _judged(document: Document, files: tuple[ConfigFile, ...], path: str = '') -> _Judged:
    if not path and files:
        path = files[0].path
    last = _LAST[0]
    if last is not None and last.document is document and last.path == path:
        return last
    unsure: list[str] = []
    found = _disjoint(_collect(document, files, path, unsure))
    judged = _LAST[0] = _Judged(document, path, found, tuple(unsure))
    return judged


def secrets_in(document: Document, files: Iterable[ConfigFile] = ()) -> list[str]:
    """The text of every credential of a file, for masking, whatever rules are selected. What every tutorial uses stays out.

    Values that only look made by a machine are masked as well: what is not reported need not be shown either.
    """
    judged = _judged(document, tuple(files))
    return [*(found.secret for found in judged.found if not _is_in_tutorials(found)), *judged.unsure]


def _is_in_tutorials(found: Found) -> bool:
    if found.verdict.form != DEFAULT_PASSWORD:
        return False
    from mcp_hooks.credentials.placeholders import is_default_word

    return is_default_word(found.secret)


def _collect(document: Document, files: tuple[ConfigFile, ...], path: str, unsure: list[str]) -> Iterator[Found]:
    roots = ([document.root] if document.root is not None else []) + document.extra_roots
    walk = Walk(document, files, path, unsure)
    for root in roots:
        yield from walk.tree(root)
    broken = any(problem.code not in _HARMLESS for problem in document.problems)
    loose = document.format in ('text', 'markdown') or path.lower().endswith(('.ipynb', *PAGES))
    if broken or loose or document.comments or not roots:
        from mcp_hooks.credentials.loose import outside_of_values

        yield from outside_of_values(document, path, unsure, broken=broken)


def _disjoint(found: Iterable[Found]) -> tuple[Found, ...]:
    """One finding for one credential: of two that overlap the one with a node stays, then the narrower."""
    out: list[Found] = []
    for one in sorted(found, key=lambda f: (f.span[0], f.span[1])):
        if out and one.span[0] < out[-1].span[1]:
            if _rank(one) < _rank(out[-1]):
                out[-1] = one
            continue
        out.append(one)
    return tuple(out)


def _rank(found: Found) -> tuple[bool, int]:
    return found.node is None, found.span[1] - found.span[0]


def _is_of_sign_in(node: Node) -> bool:
    """A field of a form that an archive lists, beside what OAuth asks for: its code was good for one exchange (RFC 6749, 4.1.2)."""
    fields = node.parent.items if node.parent is not None and node.parent.kind == ARRAY else []
    names_of = (field.get('name') for field in fields[:_NEIGHBOURS] if field.kind == OBJECT)
    return any(name is not None and name.text == 'grant_type' for name in names_of if name is None or name.kind == STRING)


def _named(text: str, flag: str) -> tuple[str, str]:
    """An argument by the name of its flag, or as ``NAME=value`` by the name in it."""
    if flag:
        return flag, text
    name, _, value = text.partition('=')
    return name, value


def _bare(name: str) -> str:
    bare = name.lower()
    return bare if bare.isalnum() else ''.join(filter(str.isalnum, bare))


class Walk:
    """One pass over a tree, without recursion; a node that aliases share is judged once."""

    def __init__(self, document: Document, files: tuple[ConfigFile, ...], path: str, unsure: list[str]) -> None:
        self.document = document
        self.unsure = unsure
        self.seen: set[int] = set()
        self.written: tuple[Node | None, Any] = (None, None)  # the string that was judged last, and how its text becomes its value
        self.store = is_store(path)
        self.servers = {id(server.entry): server for file in files[:1] for server in file.servers}
        self.roles: dict[int, str] = {}
        for file in files[:1]:
            for server in file.servers:
                for role, member in server.fields.items():
                    self.roles[id(member.value)] = role

    def tree(self, root: Node) -> Iterator[Found]:
        where = 'store' if self.store else 'env' if self.document.format == 'env' else 'field'
        todo: list[tuple[Node, str, str]] = [(root, '', where)]
        while todo:
            node, name, where = todo.pop()
            if id(node) in self.seen:
                continue
            self.seen.add(id(node))
            if node.kind == OBJECT:
                yield from self.members(node, name, where, todo)
            elif node.kind == ARRAY:
                yield from self.items(node, name, where, todo)
            elif node.kind == STRING:
                yield from self.string(node, Place(name, where))

    def members(self, node: Node, name: str, where: str, todo: list[tuple[Node, str, str]]) -> Iterator[Found]:
        neighbours: tuple[tuple[str, str], ...] | None = None
        named = self.named_value(node, name if where != 'input-default' else '') or (name if where == 'input-default' else '')
        if named == 'code' and _is_of_sign_in(node):
            return
        clear = not named and where in _SAYS_IT_ALL
        seen = self.seen
        token = may_hold('\n'.join([member.name for member in node.members]))  # one search for all keys
        for member in node.members:
            if token and len(member.name) >= 16:
                yield from self.key(member.key)
            value = member.value
            if value.kind == STRING:
                if id(value) in seen:
                    continue
                seen.add(id(value))
                called, stands = (member.name, where) if clear else self.place(member.name, value, where, named)
                if is_plain(value.text, called, stands):
                    continue
                if neighbours is None:
                    neighbours = tuple(
                        [(m.name, m.value.text[:300]) for m in node.members[:_NEIGHBOURS] if m.value.kind == STRING]
                    )
                yield from self.judged(value, Place(called, stands, neighbours), node)
            elif value.kind in (OBJECT, ARRAY):
                if named and value.kind == ARRAY and _bare(member.name) in _CHOICES:
                    todo.append((value, named, 'input-default'))
                else:
                    todo.append((value, member.name, self.inner(member.name, where, value)))

    def place(self, name: str, value: Node, where: str, named: str) -> tuple[str, str]:
        """What a string member is called and where it stands."""
        if named:
            bare = _bare(name)
            if bare in _DEFAULTS:
                return named, 'input-default' if bare != 'value' else 'env' if where in ('field', 'inputs') else where
        if where in _SAYS_IT_ALL:
            return name, where
        role = self.roles.get(id(value), '')
        bare = _bare(name)
        if role == 'url' or bare in _URLS:
            return name, 'url'
        if role == 'token-variable' or bare.endswith(_VARIABLE_NAMES):
            return name, 'variable-name'
        if bare in _COMMANDS:
            return '', 'command'
        if bare in _PROSE or where == 'description':
            return name if bare not in _PROSE else '', 'description'
        return name if bare not in ('sig', 'signature') else '', 'field'  # of a package, of a file

    def inner(self, name: str, where: str, value: Node) -> str:
        """Where the members or items of a container stand."""
        role = self.roles.get(id(value), '')
        bare = _bare(name)
        if where == 'permission' or bare == 'permissions' or (bare in ('allow', 'deny', 'ask') and value.kind == ARRAY):
            return 'permission'
        if role == 'env' or bare in _ENV:
            return 'env' if bare != 'envvars' or value.kind == OBJECT else 'variable-name'
        if role == 'headers' or bare in _HEADERS:
            return 'header'
        if bare.endswith(_VARIABLE_NAMES) or role == 'token-variable':
            return 'variable-name'
        if role in ('args', 'command') or bare in (
            'args',
            'arguments',
            'argv',
            'runtimeargs',
            'runtimearguments',
            'command',
            'cmd',
            'parameters',
            'extraargs',
            'flags',
        ):
            return 'argument'
        if bare in _PROSE and value.kind == ARRAY:
            return 'description'
        if where in ('store', 'argument') and value.kind == OBJECT:
            return where if where == 'store' else 'field'
        return 'store' if where == 'store' else 'inputs' if bare == 'inputs' else 'field'

    @staticmethod
    def named_value(node: Node, outer: str = '') -> str:
        """The name in ``{"name": "API_KEY", "value": …}`` or ``{"id": "api_key", "default": …}``, ``outer`` for an object that
        describes the value of that name, as in a schema of settings, '' for any other object."""
        keys = {m.name for m in node.members[:_NEIGHBOURS]}
        if not keys.isdisjoint(_HOLDERS):
            for key in _NAME_KEYS:
                named = node.get(key) if key in keys else None
                if named is not None and named.kind == STRING:
                    return named.text[:200]
            if not keys.isdisjoint(_DESCRIBED) or ('value' in keys and len(keys) < 4):
                return outer
        return ''

    def items(self, node: Node, name: str, where: str, todo: list[tuple[Node, str, str]]) -> Iterator[Found]:
        strings = [item for item in node.items if item.kind == STRING]
        for item in node.items:
            if item.kind in (OBJECT, ARRAY):
                todo.append(
                    (
                        item,
                        name,
                        where
                        if where in ('env', 'header', 'inputs', 'store', 'permission', 'description', 'input-default')
                        else 'field',
                    )
                )
        if where == 'description':
            for item in strings:
                yield from self.string(item, Place('', 'description'))
        elif where == 'input-default':
            for item in strings:
                yield from self.string(item, Place(name, where))
        elif where == 'permission':
            for item in strings:
                yield from self.string(item, Place('', 'permission'))
        elif where in ('env', 'header', 'variable-name'):
            line = {'env': 'variable-line', 'header': 'header-line'}.get(where, where)
            for item in strings:
                equals = item.text.find('=') if where == 'env' else -1
                if equals > 0:  # how Compose writes variables
                    self.seen.add(id(item))
                    called = item.text[:equals].strip()
                    if not is_plain(item.text[equals + 1 :], called, 'env'):
                        yield from self.judged(item, Place(called, 'env'), None, equals + 1)
                else:
                    yield from self.string(item, Place('', line))
        else:
            yield from self.arguments(strings, where, name)

    def arguments(self, nodes: list[Node], where: str, name: str) -> Iterator[Found]:
        """A list of strings as a command line: a flag names what follows it."""
        from mcp_hooks.credentials.flags import placed

        fresh: list[Node] = []
        for node in nodes:
            if id(node) not in self.seen:
                self.seen.add(id(node))
                fresh.append(node)
        program = self.program(nodes) if where == 'argument' else ''
        words = list(placed([node.text for node in fresh], '' if where == 'argument' else name, program))
        neighbours: tuple[tuple[str, str], ...] | None = None
        for number, called, stands, offset in words:
            node = fresh[number]
            if not is_plain(node.text[offset:], called, stands):
                if neighbours is None:
                    neighbours = tuple([_named(fresh[n].text[at : at + 300], flag) for n, flag, _, at in words[:_NEIGHBOURS]])
                yield from self.judged(node, Place(called, stands, neighbours), None, offset)

    @staticmethod
    def program(nodes: list[Node]) -> str:
        """The program that a list of arguments belongs to, when short flags of it mean a password."""
        from mcp_hooks.credentials.flags import program_of

        holder = nodes[0].parent.parent if nodes and nodes[0].parent is not None else None
        command = holder.get('command') if holder is not None and holder.kind == OBJECT else None
        return program_of(command.text) if command is not None and command.kind == STRING else ''

    def key(self, key: Node) -> Iterator[Found]:
        """A token where a name belongs."""
        if not may_hold(key.text) or next(scan(key.text), None) is None:
            return
        for verdict in judge_all(key.text, Place('', 'key')):
            if verdict.kind == SECRET and verdict.form == TOKEN:
                yield self.found(key, Place('', 'key'), verdict, 0)

    def string(self, node: Node, place: Place) -> Iterator[Found]:
        self.seen.add(id(node))
        if not is_plain(node.text, place.name, place.where):
            yield from self.judged(node, place)

    def judged(self, node: Node, place: Place, entry: Node | None = None, offset: int = 0) -> Iterator[Found]:
        """What is found in a string that is not plain; ``entry`` is the object it is a member of."""
        text = node.text[offset:]
        for verdict in judge_all(text, place):
            if verdict.name == 'code' and 'grant_type=' in text:  # see _is_of_sign_in
                continue
            if verdict.kind == SECRET:
                yield self.found(node, place, verdict, offset)
            elif verdict.kind == UNSURE:
                if (
                    verdict.form == CAPABILITY
                    and place.where == 'url'
                    and entry is not None
                    and self.is_capability(entry, text, verdict)
                ):
                    yield self.found(node, place, verdict._replace(kind=SECRET, severity='warning'), offset)
                elif verdict.end - verdict.start >= 20:
                    self.unsure.append(text[verdict.start : verdict.end])

    def is_capability(self, entry: Node, text: str, verdict: Verdict) -> bool:
        """A random piece of a server's address is the credential where nothing else in the entry is one."""
        server = self.servers.get(id(entry))
        if server is None or server.headers or server.field('oauth') is not None or server.field('token-variable') is not None:
            return False
        from mcp_hooks.credentials.capabilities import opens_by_itself

        return opens_by_itself(text, verdict.start, verdict.end)

    def found(self, node: Node, place: Place, verdict: Verdict, offset: int) -> Found:
        start, end = offset + verdict.start, offset + verdict.end
        return Found(verdict, place, node, self.span_in(node, start, end), node.text[start:end], start)

    def span_in(self, node: Node, start: int, end: int) -> Span:
        """The characters of a string's value from ``start`` to ``end``, as a span of the document. One value may have thousands."""
        from mcp_hooks.documents.spans import through, way_in

        if self.written[0] is not node:
            self.written = node, way_in(self.document, node)
        return through(self.written[1], node, start, end)
