"""HTTP+SSE, the transport that the protocol retired in 2025-03-26. Loaded where an entry has to do with it."""
from __future__ import annotations

from mcp_hooks.clients.record import HTTP, SSE, URL, WS
from mcp_hooks.documents.node import OBJECT
from mcp_hooks.findings import ERROR, Hit
from mcp_hooks.rules.entry import is_remote, type_member
from mcp_hooks.rules.transport import ends_like_sse
from mcp_hooks.rules.wording import called, reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import Server

# Addresses that their owners document as HTTP+SSE, and the address that took their place, '' where none is proven. Compared
# without scheme, query and last slash; 127.0.0.1 counts as localhost.
RETIRED = {
    # until 2026-06-30:
    # https://community.atlassian.com/forums/Atlassian-Remote-MCP-Server/HTTP-SSE-Deprecation-Notice/ba-p/3205484
    'mcp.atlassian.com/v1/sse': 'https://mcp.atlassian.com/v1/mcp',
    'mcp.linear.app/sse': 'https://mcp.linear.app/mcp',  # https://linear.app/docs/mcp
    'mcp.asana.com/sse': '',  # https://developers.asana.com/docs/using-asanas-mcp-server
    'mcp.context7.com/sse': 'https://mcp.context7.com/mcp',  # https://github.com/upstash/context7
    # https://github.com/cloudflare/mcp-server-cloudflare
    'docs.mcp.cloudflare.com/sse': '', 'bindings.mcp.cloudflare.com/sse': '', 'builds.mcp.cloudflare.com/sse': '',
    'observability.mcp.cloudflare.com/sse': '', 'radar.mcp.cloudflare.com/sse': '',
    'localhost:11235/mcp/sse': '',  # Crawl4AI: https://docs.crawl4ai.com/core/self-hosting/
    'localhost:3845/sse': '',  # Figma's desktop program: https://developers.figma.com/docs/figma-mcp-server/
}


def retired(address: str) -> str | None:
    """What replaced an address that is known to be for HTTP+SSE ('' if that is not known), None for all others."""
    if not address.partition('?')[0].rstrip('/').endswith('/sse'):
        return None
    bare = address.partition('://')[2].partition('?')[0].partition('#')[0].rstrip('/').lower()
    return RETIRED.get(bare.replace('127.0.0.1', 'localhost', 1))


def check_sse(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if server.entry.kind != OBJECT or server.transport == WS:
        return
    if not is_remote(server):
        yield from bridged(server)
        return
    member, url = type_member(server), server.fields[URL]
    if member is not None and kind.type_words and kind.client and member.value.text not in kind.type_words:
        return  # MCP203 and MCP208 speak of the type
    instead = retired(url.value.text)
    written = member is not None and kind.type_words.get(member.value.text) == SSE
    at = url.value
    if written and member is not None:
        at = member.value
        told = f'{called(server)} uses the HTTP+SSE transport, which the protocol retired in 2025-03-26'
    elif server.transport == SSE and (ends_like_sse(server) or kind.url_without_type != SSE):
        told = f'{reader(kind)} opens {called(server)} as HTTP+SSE, a transport that the protocol retired in 2025-03-26'
    elif instead is not None:
        told = f'The address of {called(server)} is for the HTTP+SSE transport, which the protocol retired in 2025-03-26'
    elif kind.client and SSE not in kind.transports and HTTP in kind.transports and ends_like_sse(server) and kind.at_most(
            ERROR, 'transports') == ERROR:  # else the client may speak it for all that is known
        told = f'{reader(kind)} speaks Streamable HTTP only; an address that ends in `/sse` is by custom the one for HTTP+SSE'
    else:
        return
    if instead:
        told += f'; today it is {instead}'
    word = kind.word_for(HTTP) if written or (instead and kind.url_without_type == SSE) else ''
    todo = f'Write `{instead}`' if instead else 'Ask the server for its Streamable HTTP address' if word else ''
    yield Hit(at, told, help=todo + (f', and the type `{word}`.' if instead else f', and write the type `{word}`.') if word else
              f'{todo}.' if todo else None)


def bridged(server: Server) -> Iterator[Hit]:
    """A known address of HTTP+SSE that is handed to a bridge such as mcp-remote."""
    for item in server.args[:200]:
        instead = retired(item.text)
        if instead is not None:
            yield Hit(item, 'This address is for the HTTP+SSE transport, which the protocol retired in 2025-03-26'
                      + (f'; today it is {instead}' if instead else ''), help=f'Write `{instead}`.' if instead else None)
