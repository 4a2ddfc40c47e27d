"""What an entry calls: addresses and headers."""
from __future__ import annotations

from mcp_hooks.clients.entries import type_word
from mcp_hooks.clients.record import COMMAND, HEADERS, HTTP, SSE, URL, WS
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import ERROR, WARNING, Hit
from mcp_hooks.rules.entry import deserves_detail, filled, is_generic
from mcp_hooks.rules.rule import TRANSPORT, Rule
from mcp_hooks.rules.transport import is_unspoken, written_transport
from mcp_hooks.rules.wording import called, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import Server

# --- addresses


def is_filled_in_later(value: str) -> bool:
    """A reference or a placeholder: what will be called cannot be known."""
    if value.startswith('[') and ':' in value:
        return False  # an IPv6 address
    return any(mark in value for mark in ('{', '$', '%', '<', '[', '__'))


def split_address(value: str) -> tuple[str, str, str]:
    """Scheme, user information with host and port, rest. The scheme is '' where there is none."""
    scheme, mark, rest = value.partition('://')
    if not mark or not scheme or not scheme[0].isalpha() or not all(c.isalnum() or c in '+-.' for c in scheme):
        return '', '', value
    end = min((rest.find(c) for c in '/?#' if c in rest), default=len(rest))
    return scheme.lower(), rest[:end], rest[end:]


def host_of(authority: str) -> str:
    """The host in lower case, without user information, port and brackets."""
    host = authority.rpartition('@')[2]
    if host.startswith('['):
        return host[1:].partition(']')[0].lower()
    return host.partition(':')[0].lower().rstrip('.')


def check_url(server: Server) -> Iterator[Hit]:
    member, kind = server.fields.get(URL), server.kind
    if member is None or member.value.kind != STRING or filled(server, COMMAND):
        return
    node, value = member.value, member.value.text.strip()
    if not value:
        return  # MCP201
    scheme, authority, _ = split_address(value)
    if is_filled_in_later(authority if scheme else value) or is_placeholder(value):
        return
    if scheme in ('ws', 'wss') and written_transport(server) == WS and deserves_detail(server) and is_unspoken(server):
        return  # MCP208 says of the type that the client speaks no WebSocket
    if scheme in ('ws', 'wss') and kind.type_words.get(type_word(server)) in (HTTP, SSE):
        yield Hit(node, f'`{shown(member.name)}` begins with `{scheme}://`, and the type `{shown(type_word(server))}` '
                        'calls http:// and https:// addresses', severity=kind.at_most(ERROR, 'type_words'))
        return
    if scheme in ('http', 'https') and kind.type_words.get(type_word(server)) == WS and 'ws://' in kind.url_hints and kind.client:
        yield Hit(node, f'`{shown(member.name)}` begins with `{scheme}://`, and the type `{shown(type_word(server))}` '
                        'calls ws:// and wss:// addresses', severity=kind.at_most(ERROR, 'type_words', 'url_hints'),
                  help='Write ws:// or wss://, or the type of Streamable HTTP.')
        return
    if scheme in ('http', 'https') or f'{scheme}://' in kind.url_hints or scheme in (('ws', 'wss') if is_generic(kind) else ()):
        fault = fault_of(authority)
        if fault:
            yield Hit(node, f'`{shown(member.name)}` is no address that can be called: {fault}')
        return
    if scheme in ('ws', 'wss') and 'ws' in kind.transports:
        return
    if scheme in kind.url_schemes:
        return
    if scheme:
        yield Hit(node,
                  f'`{shown(member.name)}` begins with `{shown(scheme, 20)}://`; '
                  f'{reader(kind)} calls http:// and https:// addresses',
                  severity=WARNING if scheme in ('unix', 'pipe', 'npipe') else kind.at_most(ERROR, 'transports'))
        return
    yield Hit(node, f'`{shown(member.name)}` is no complete address: {advice(value)}')


def is_placeholder(value: str) -> bool:
    """Text that a person is to replace: YOUR_SERVER_URL, url-here, ..."""
    upper = value.replace('_', '').replace('-', '')
    lower = value.lower()
    return (upper.isalpha() and upper.isupper()) or 'your' in lower or lower in ('url', '...', '…', 'todo', 'tbd', 'server-url',
                                                                                 'xxx') or (
        lower.endswith(('-here', '_here')))


def advice(value: str) -> str:
    lower = value.lower()
    for scheme in ('https', 'http'):
        rest = lower.removeprefix(scheme)
        if rest != lower and rest[:1] in (':', '/', ';'):
            return f'write `{scheme}://` in front of the host'
    if value.startswith('/'):
        return 'it begins with the path; put http:// or https:// and the host in front'
    return 'put http:// or https:// in front of it'


def fault_of(authority: str) -> str:
    """What is wrong with user information, host and port; '' when a request can be made."""
    if not authority.rpartition('@')[2]:
        return 'the host is missing'
    after = authority.rpartition('@')[2]
    if any(c.isspace() or c in '"\\^`|' for c in after):
        return 'the host holds a character that no host name has'
    if after.startswith('['):
        return '' if ']' in after else '`]` is missing'
    host, _colon, port = after.partition(':')
    if not host:
        return 'the host is missing'
    if port and not (port.isascii() and port.isdigit()) and not port.isupper():
        return 'the port is not a number'
    if port.isascii() and port.isdigit() and int(port[:9]) > 65535:
        return 'the port is greater than 65535'
    return ''


LOCAL_ENDINGS = ('.localhost', '.local', '.internal', '.lan', '.home', '.home.arpa', '.localdomain', '.intranet', '.private',
                 '.corp',
                 '.svc', '.cluster.local', '.docker', '.test', '.ts.net', '.onion', '.consul', '.arpa')


def is_local_host(host: str) -> bool:
    """This machine, a private network, or a name that only such a network resolves (RFC 6761, 6762, 8375, 1918, 4193, 6598)."""
    if host in ('localhost', '0.0.0.0', '::', '::1') or host.endswith(LOCAL_ENDINGS):  # noqa: S104 — compared, not bound
        return True
    if ':' in host:
        return host.startswith(('fc', 'fd', 'fe8', 'fe9', 'fea', 'feb', '::ffff:127.', '::ffff:10.', '::ffff:192.168.'))
    if '.' not in host:
        return True  # a name of the compose file or of the office
    parts = host.split('.')
    if len(parts) == 4 and all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        a, b = int(parts[0]), int(parts[1])
        return (a in (10, 127, 0) or (a == 172 and 16 <= b <= 31) or (a == 192 and b == 168) or (a == 169 and b == 254)
                or (a == 100 and 64 <= b <= 127))
    return False


def check_plain_http(server: Server) -> Iterator[Hit]:
    member = server.fields.get(URL)
    if member is None or member.value.kind != STRING or filled(server, COMMAND):
        return
    kind = server.kind
    scheme, authority, _ = split_address(member.value.text.strip())
    if scheme not in ('http', 'ws') or is_filled_in_later(authority) or fault_of(authority):
        return
    if scheme == 'ws' and not ('ws' in kind.transports or 'ws://' in kind.url_hints or is_generic(kind)):
        return  # MCP211 says that it is not called at all
    host = host_of(authority)
    if host and not is_local_host(host):
        yield Hit(member.value, f'{called(server)} is called without encryption on {shown(host, 80)}: write {scheme}s://',
                  help=f'Write {scheme}s://.')


# --- headers

TOKEN = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")  # RFC 9110, 5.6.2


def check_header_names(server: Server) -> Iterator[Hit]:
    node = server.field(HEADERS)
    if node is None or node.kind != OBJECT:
        return
    found = 0
    seen: dict[str, str] = {}
    for header in node.members:
        name = header.name
        odd = _odd_in_name(name)
        if odd:
            what = 'a blank' if odd == ' ' else f'`{odd}`' if odd.isprintable() else f'U+{ord(odd):04X}'
            yield Hit(header.key,
                      f'The header name holds {what}, which HTTP forbids: {reader(server.kind)} cannot send the request')
            found += 1
        elif not name:
            yield Hit(header.key, 'A header without a name cannot be sent')
            found += 1
        elif seen.setdefault(name.lower(), name) != name:
            yield Hit(header.key,
                      f'`{shown(name)}` and `{shown(seen[name.lower()])}` are one header: names of headers have no case',
                      severity=WARNING)
            found += 1
        if found == 10:
            return


def _odd_in_name(name: str) -> str:
    """The first character that no header name has, '' when there is none. Of a name with a reference in it, a colon before that
    (`Authorization: Bearer ${KEY}`, name and value in one) is seen as well; what is filled in stays out of it."""
    if not set(name) <= TOKEN and not is_filled_in_later(name):
        return next(c for c in name if c not in TOKEN)
    before = name[:min((name.find(mark) for mark in '${' if mark in name), default=0)]
    return ':' if ':' in before and not is_filled_in_later(before) else ''


def check_header_values(server: Server) -> Iterator[Hit]:
    node = server.field(HEADERS)
    if node is None or node.kind != OBJECT:
        return
    found = 0
    for header in node.members:
        value = header.value.text
        fault = value_fault(value)
        if fault:
            inner = value_fault(value.strip(' \t\r\n'))
            yield Hit(header.value, f'The value of `{shown(header.name)}` holds {fault}, which HTTP forbids in a header',
                      severity=ERROR if inner else WARNING)
        elif told := _pasted(value):
            yield Hit(header.value, f'The value of `{shown(header.name)}` {told}', severity=WARNING,
                      help='Write the value in plain characters, as the server wants it.')
        elif header.name.lower() == 'authorization' and (told := _no_scheme(value)):
            yield Hit(header.value, f'The value of `{shown(header.name)}` {told}', severity=WARNING,
                      help='Write the scheme once, a blank and the credentials behind it, as in `Bearer <token>`.')
        else:
            continue
        found += 1
        if found == 10:
            return


# what word processors and web pages put in the place of plain characters; letters of a language may be a text to fill in
_TYPOGRAPHIC = frozenset('\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d\u200b\u200c\u200d\u2060\ufeff')


def _pasted(value: str) -> str:
    """What is wrong with a value in which the typography of a page came along, '' when nothing is. Headers are sent byte by byte,
    and the fetch of JavaScript throws for a character that is more than one (https://fetch.spec.whatwg.org/#headers-class)."""
    odd = '' if value.isascii() else _typographic(value)
    name = f'`{odd}` (U+{ord(odd):04X})' if odd and odd.isprintable() else f'an invisible character (U+{ord(odd):04X})' if odd else ''
    return f'holds {name}, which most clients cannot send' if odd else ''


_BRACKETS = {'<': '>', '{': '}', '[': ']'}


def _typographic(value: str) -> str:
    """The first such character outside of brackets: what stands in those is replaced as a whole."""
    last = {opening: value.rfind(closing) for opening, closing in _BRACKETS.items()}
    closing = ''
    for at, c in enumerate(value):
        if closing:
            closing = '' if c == closing else closing
        elif at < last.get(c, -1):
            closing = _BRACKETS[c]
        elif c in _TYPOGRAPHIC:
            return c
    return ''


def _no_scheme(value: str) -> str:
    """`Bearer: x`, `Authorization: Bearer x`, `Bearer Bearer x`: what begins no credentials (RFC 9110, 11.4)."""
    words = value.split(None, 2)
    first = words[0].lower() if len(words) > 1 else ''
    if first in ('bearer:', 'basic:', 'authorization:'):
        return f'begins with `{words[0]}`: ' + ('the name of the header stands in it once more' if first[0] == 'a' else
                                                f'the scheme is `{words[0][:-1]}`, without a colon')
    return f'says `{words[0]}` twice' if first in ('bearer', 'basic') and len(words) > 2 and words[1].lower() == first else ''


def value_fault(value: str) -> str:
    """The first character that a header value must not hold, named; '' when there is none (RFC 9110, 5.5)."""
    if value.isprintable():
        return ''
    for c in value:
        if c in '\r\n':
            return 'a line end'
        if (c < ' ' and c != '\t') or c == '\x7f':
            return f'a control character (U+{ord(c):04X})'
    return ''


_CHECKED = '2026-11-30'
_RFC9110 = 'https://www.rfc-editor.org/rfc/rfc9110'
_AUTHORIZATION = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization'
_SPAWN = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports'

RULES = (
    Rule(
        id='MCP211', name='invalid-url', category=TRANSPORT, severity='error', check=check_url,
        summary='An address that is not an absolute http or https URL.',
        help='Write the whole address, with http:// or https:// and the host.',
        source='https://url.spec.whatwg.org/#url-parsing', checked=_CHECKED,
        bad=('.cursor/mcp.json', '{"mcpServers": {"docs": {"url": "localhost:8008/mcp"}}}'),
        good=('.cursor/mcp.json', '{"mcpServers": {"docs": {"url": "http://localhost:8008/mcp"}}}'),
    ),
    Rule(
        id='MCP212', name='plain-http', category=TRANSPORT, severity='warning', check=check_plain_http, security=5.0,
        summary='An address without encryption on a host that is neither this machine nor a private network.',
        help='Write https://.',
        source=_AUTHORIZATION + '#communication-security', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "http://docs.example/mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "http://127.0.0.1:8080/mcp"}}}'),
    ),
    Rule(
        id='MCP213', name='header-name', category=TRANSPORT, severity='error', check=check_header_names,
        summary='A header name that HTTP forbids.',
        help='Names of headers are letters, digits and hyphens, without colon and blanks.',
        source=_RFC9110 + '#section-5.1', checked=_CHECKED,
        bad=('.mcp.json',
             '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"X-Team:": "a"}}}}'),
        good=('.mcp.json',
              '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"X-Team": "a"}}}}'),
    ),
    Rule(
        id='MCP214', name='header-value', category=TRANSPORT, severity='error', check=check_header_values,
        summary='A header value with a line end, a control character or a typographic sign, or with no scheme where one belongs.',
        help='Remove the character; a value pasted from a terminal often ends with one.',
        source=_RFC9110 + '#section-5.5', checked=_CHECKED,
        bad=('.mcp.json',
             '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"X-Team": "a\\nb"}}}}'),
        good=('.mcp.json',
              '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"X-Team": "a b"}}}}'),
    ),
)
