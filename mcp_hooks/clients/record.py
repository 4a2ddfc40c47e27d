"""What a client does with a file: facts, no behaviour. Each record carries its source, the date and the confidence."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# transports, in the field's own words
STDIO = 'stdio'
HTTP = 'http'  # Streamable HTTP
SSE = 'sse'  # HTTP+SSE, retired in 2025-03-26
WS = 'ws'
OPENAPI = 'openapi'
BUILTIN = 'builtin'  # the client brings the server along: an extension, a module of its own
INVALID = 'invalid'  # the client drops or refuses such an entry

# what a field of a server entry means
COMMAND = 'command'
ARGS = 'args'
ENV = 'env'
ENV_FILE = 'env-file'
CWD = 'cwd'
URL = 'url'
HEADERS = 'headers'
TYPE = 'type'
TIMEOUT = 'timeout'
DISABLED = 'disabled'
ENABLED = 'enabled'
TOOLS = 'tools'
OAUTH = 'oauth'
NAME = 'name'
TOKEN_VARIABLE = 'token-variable'  # noqa: S105 — a field that wants the NAME of a variable, such as Codex' bearer_token_env_var
IMAGE = 'image'  # a container image that is run instead of a command
OTHER = 'other'

# shapes a value may have
STRING = 'string'
STRINGS = 'strings'
STRING_MAP = 'string-map'
SCALAR_MAP = 'scalar-map'  # numbers and booleans are taken too
BOOLEAN = 'boolean'
NUMBER = 'number'
OBJECT = 'object'
NAMED_VALUES = 'named-values'  # a list of objects with a name and a value (or default), as server.json writes variables
LIST = 'list'  # of whatever
ANY = 'any'

# reference dialects, named by their look as in mcp_hooks.credentials.references (a test compares them)
BRACES = '${NAME}'
DEFAULT = '${NAME:-default}'
DOLLAR = '$NAME'
ENV_COLON = '${env:NAME}'
INPUT = '${input:NAME}'
USER_CONFIG = '${user_config.NAME}'
FILE_COLON = '${file:PATH}'
EDITOR = '${word:NAME}'
GITHUB = '${{NAME}}'
MUSTACHE = '{{NAME}}'
CURLY_ENV = '{env:NAME}'
CURLY_FILE = '{file:PATH}'
CURLY = '{NAME}'
PERCENT = '%NAME%'
POWERSHELL = '$env:NAME'
SUBSTITUTION = '$(command)'
OP = 'op://'

EVERYWHERE = ('*',)


class Field:
    """One key of a server entry: its role, the shape of its value, the transports it counts for (empty: all).

    A key with dots (``transport.url``) is a way down into nested objects. ``required`` holds wherever the field counts at
    all, ``required_with`` where another key of the entry has this very text; ``values`` are the only words the client takes,
    ``low`` and ``high`` the bounds of a number, in the unit of the field; ``pattern`` is an expression for the text; ``older``
    is a shape that releases of the past took; ``note`` says more,
    for the documentation.
    """

    __slots__ = ('high', 'low', 'note', 'older', 'pattern', 'required', 'required_with', 'role', 'shape', 'transports', 'values')

    def __init__(self, role: str, shape: str = ANY, transports: tuple[str, ...] = (), *, required: bool = False,
                 values: tuple[str, ...] = (), low: float | None = None, high: float | None = None, older: str = '',
                 pattern: str = '', note: str = '', required_with: tuple[str, str] = ('', '')) -> None:
        self.role = role
        self.shape = shape
        self.transports = transports
        self.required = required
        self.required_with = required_with
        self.values = values
        self.low = low
        self.high = high
        self.older = older
        self.pattern = pattern
        self.note = note


class FileKind:
    """A kind of file that a client reads. Only keyword arguments; what is not given keeps the default below."""

    id: str = ''
    client: str = ''  # the product's name as its makers spell it
    format: str = 'json'  # json, yaml, toml, front-matter
    comments: bool = False  # JSON only: does the reader take // and /* */
    trailing_commas: bool = False
    bom_breaks: bool = True  # JSON only: a byte-order mark makes the reader refuse the file
    servers_at: tuple[tuple[str, ...], ...] = (('mcpServers',),)  # ways down to the map of servers; '*' is any key
    shape: str = 'map'  # map, list (entries carry their name), single (the root is one entry)
    bare: bool = False  # a root that is the map itself is accepted as well
    other_form: tuple[str, str] = ('', '')  # with this key at the top, a file of the same name is of the kind with this id
    root_required: tuple[str, ...] = ()  # keys that must stand at the top of the file beside the servers
    servers_required: bool = False  # the file is pointless or refused without the map
    manifest_paths: bool = False  # a string (or list of strings) under the root key names another file
    type_field: str = 'type'  # '' when the client reads none
    type_words: Mapping[str, str] = {}  # word -> transport, aliases included; the first word of a transport is the one to write
    older_words: Mapping[str, Mapping[str, str]] = {}  # an older key for the type -> the words under it; others mean nothing there
    type_required: frozenset[str] = frozenset()  # transports whose entries must carry the type
    url_without_type: str = HTTP  # what an entry with a url and no type is: HTTP, SSE, STDIO or INVALID
    transports: frozenset[str] = frozenset((STDIO, HTTP, SSE))
    fields: Mapping[str, Field] = {}
    ignored: Mapping[str, str] = {}  # keys other clients know and this one drops -> what to write here ('' if nothing)
    expands: Mapping[str, tuple[str, ...]] = {}  # reference dialect -> roles it is expanded in (('*',): every string)
    literal: frozenset[str] = frozenset()  # dialects proven to stay literal text here
    predefined: frozenset[str] = frozenset()  # names this client fills in: workspaceFolder, CLAUDE_PLUGIN_ROOT …
    reference: str = ''  # how a credential is referenced here, with NAME for the variable: '${NAME}', '{env:NAME}'
    name_rule: str = ''  # a regular expression for server names, '' when there is none
    gallery_keys: frozenset[str] = frozenset()  # keys by which the client marks an entry that it wrote itself, name included
    name_rule_breaks: bool = False  # the client refuses a name that breaks the rule (else it only rewrites it)
    inputs_at: tuple[str, ...] = ()  # where the file declares prompted inputs (VS Code)
    timeout_unit: str = ''  # ms or s
    tool_limit: int = 0  # how many tools the client shows, 0 when unknown
    resolves_tilde: tuple[str, ...] = ()  # roles in which a leading ~ becomes the home folder
    relative_base: str = ''  # where relative paths start: file, workspace, undefined (nowhere in particular), '' when unknown
    one_bad_entry: str = 'entry'  # what one bad entry costs: entry, file, client
    read_by_nobody: str = ''  # the path to use, for a file that no client reads
    home_only: str = ''  # where it is read, for a file that only counts in the home folder
    obsolete: str = ''  # where this part belongs today
    confidence: str = 'high'
    unsure: frozenset[str] = frozenset()  # attributes above that are less sure than the record: they never make an error
    sources: tuple[str, ...] = ()
    checked: str = ''
    about: str = ''  # what the file is to the client: project servers, plugin manifest …
    user_paths: tuple[str, ...] = ()  # where the same kind stands outside of repositories, as a person would write it
    not_read: tuple[str, ...] = ()  # paths that people expect this client to read and that it does not
    schema: str = ''  # address of the published JSON Schema
    unknown_keys: str = ''  # what becomes of a key the client does not know: ignored, warned, refused; '' when unknown
    unknown_type: str = INVALID  # what an unknown type word makes of an entry: INVALID, a transport, or '' (as if it had none)
    command_and_url: str = ''  # an entry with both: refused, or the role that wins (command, url); '' when unknown
    url_hints: Mapping[str, str] = {}  # for a url without type: scheme ('ws://') or end of the path ('/sse') -> transport
    single: bool = False  # a root that is one entry is accepted as well
    misplaced: Mapping[tuple[str, ...], str] = {}  # ways to maps that people put here and nobody reads -> where they belong
    foreign_names: frozenset[str] = frozenset()  # ${…} names that other clients fill in and this one takes for a variable
    literal_in: Mapping[str,
                        tuple[str, ...]] = {}  # dialect that is expanded elsewhere -> roles in which it is reported not to be
    user_config_at: tuple[str, ...] = ()  # where a manifest declares the keys of ${user_config.KEY}
    variable_fields: Mapping[str,
                             str] = {}  # role (or 'bearer') -> the key that takes the NAME of a variable instead of a value
    variable_prefix: str = ''  # variables without this prefix are not passed on
    clean_environment: bool = False  # servers get a minimal environment and `env`, not all that the client has
    in_container: bool = False  # the client itself usually runs in a container: localhost is not the host
    splits_command: bool = False  # a command without args may be a whole line: the client takes it apart
    wraps_scripts: bool = False  # on Windows it starts npx and its like through cmd by itself
    starters: Mapping[str, str] = {}  # keys that start a server without command or url -> what that makes of the entry
    switch_alone: bool = False  # an entry of nothing but enabled or disabled is right: it speaks of a server of another file
    yaml_1_1: bool = False  # YAML only: read by PyYAML, which takes yes, on, 1_000, 12:30 and dates for more than strings
    partial: bool = False  # entries add to those of another file of the same client: none has to be whole
    overlay: str = ''  # the file beside this one whose values this client puts over these, kept out of git: mcp_agent.secrets.yaml
    wrong_transport: str = ''  # what a key of the other transport does (env beside url): refused, or '' for ignored or unknown
    url_schemes: tuple[str, ...] = ()  # what an address may begin with beside http, https and the url_hints
    varies: Mapping[str, str] = {}  # keys that releases of this client read differently -> what to know about it
    tolerated: frozenset[str] = frozenset()  # keys that are dropped and do no harm: nothing to report
    refused: Mapping[str, str] = {}  # keys whose mere presence the client refuses -> what to do instead, as a clause
    odd_in_names: Mapping[str, str] = {}  # characters that this client stumbles over in a server's name -> what goes wrong
    refused_variables: frozenset[str] = frozenset()  # in capitals: variables that `env` may not set here, in whatever case
    choices: Mapping[str, tuple[str, ...]] = {}  # keys at the top with lists: of strings (), of objects with exactly one of these keys
    named_at: tuple[str, ...] = ()  # those of them with names of servers that `named_in`, a file of the same project, defines
    refused_at: tuple[str, ...] = ()  # the same for servers that are refused, which wins
    named_in: str = ''
    tools_at: tuple[str, ...] = ()  # keys at the top with lists of tools, those of a server as @server or @server/tool
    tools_alone: tuple[str, ...] = ()  # keys at the top whose false says that no other file adds servers
    own_texts: Mapping[str, tuple[str, int]] = {}  # keys of a manifest itself -> expression for the value ('': any), longest (0: any)
    own_values: Mapping[tuple[str, ...], tuple[str, ...]] = {}  # ways to texts of a manifest itself -> the only words taken there
    own_objects: Mapping[tuple[str, ...], tuple[str, ...]] = {}  # ways to what must be an object -> the keys that it must have
    exact_versions: tuple[tuple[str, ...], ...] = ()  # ways to versions that may be neither a range nor `latest`; '*' is any item
    reserved: frozenset[str] = frozenset()  # server names that the client keeps for itself
    name_limit: int = 0  # how many characters server and tool name may have together, 0 when unknown
    template: bool = False  # a sample of such a file (mcp.json.example): no client reads this very path
    evidence: Mapping[str, str] = {}  # attribute above -> the address that proves it, where the sources do not say it plainly
    mistakes: tuple[tuple[str, tuple[str, ...]], ...] = ()  # what people get wrong here, with reports
    notes: tuple[str, ...] = ()  # what a reader of the documentation should know besides

    def __init__(self, **facts: object) -> None:
        for name, value in facts.items():
            if not hasattr(FileKind, name):
                raise TypeError(f'{name} is not a fact of a file kind')
            setattr(self, name, value)

    def replace(self, **facts: object) -> FileKind:
        """The same kind with some facts changed."""
        return FileKind(**{**self.__dict__, **facts})

    def source_of(self, fact: str) -> str:
        """The address that stands behind one fact."""
        return self.evidence.get(fact) or (self.sources[0] if self.sources else '')

    def at_most(self, severity: str, *facts: str) -> str:
        """``severity``, or ``warning`` where one of the facts that a verdict rests on is not proven.

        Facts are attributes; one field's facts are named ``fields.KEY``, one dialect's ``literal.DIALECT``. What ``unsure``
        names is never proven; in a record of less than high confidence only that is which ``evidence`` names, and evidence
        for one dialect is enough for a verdict on that dialect.
        """
        if severity == 'error' and not (self.unsure.isdisjoint(facts) and (self.confidence == 'high' or self._proven(facts))):
            return 'warning'
        return severity

    def _proven(self, facts: tuple[str, ...]) -> bool:
        return bool(facts) and all(
            fact in self.evidence or fact.partition('.')[0] in self.evidence
            or any(other.startswith(fact + '.') and other in self.evidence for other in facts)
            for fact in facts)

    def word_for(self, transport: str) -> str:
        """The type word to write for a transport in this client, '' if it has none."""
        for word, meaning in self.type_words.items():
            if meaning == transport:
                return word
        return ''


# what most clients share; a module takes these and adds its own
CHECKED = '2026-11-30'
REMOTE = (HTTP, SSE, WS)
TYPE_FIELD = {'type': Field(TYPE, STRING)}
LOCAL_FIELDS = {
    'command': Field(COMMAND, STRING, (STDIO,)),
    'args': Field(ARGS, STRINGS, (STDIO,)),
    'env': Field(ENV, STRING_MAP, (STDIO,)),
}
REMOTE_FIELDS = {
    'url': Field(URL, STRING, REMOTE),
    'headers': Field(HEADERS, STRING_MAP, REMOTE),
}
STDIO_ONLY = frozenset((STDIO,))
NO_SSE = frozenset((STDIO, HTTP))
PROVEN_LITERAL = frozenset((BRACES, DEFAULT, DOLLAR, ENV_COLON, INPUT, CURLY_ENV, CURLY_FILE, GITHUB, PERCENT, OP))
EDITOR_NAMES = frozenset(('workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', '/', 'extensionPath',
                          'workspacePath', '__dirname'))
# keys that are written for people or for another reader of the same file, and cost nothing where they are dropped
HARMLESS = frozenset(('description', 'name', 'title', 'comment', '_comment', '//', 'note', 'notes', 'icon', 'tags', 'category',
                      'version',
                      'homepage', 'author', 'tools', 'autoApprove', 'alwaysAllow', 'gallery', 'metadata', 'fromGalleryId',
                      '$schema'))
# the same meaning under another client's name
SLIPS = {'environment': 'env', 'envs': 'env', 'cmd': 'command', 'arguments': 'args', 'uri': 'url', 'serverUrl': 'url',
         'httpUrl': 'url',
         'http_headers': 'headers', 'transport': 'type', 'transportType': 'type'}
