"""What to write instead of a credential in the client that reads the file, and where to revoke it; never a part of it."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, ENV, HEADERS, INPUT, URL
from mcp_hooks.credentials import judge, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.credentials.places import Found
    from mcp_hooks.servers import ConfigFile, Server

_ROLES = {
    'env': ENV,
    'header': HEADERS,
    'url': URL,
    'argument': ARGS,
    'variable-line': ARGS,
    'header-argument': ARGS,
    'user-pass': ARGS,
}
_VAGUE = frozenset(
    """authorization token key password secret api_key apikey x_api_key auth value access_token pass pwd bearer credential
url uri api_token auth_token x_auth_token private_token p k u user config header data sig""".split()
)


def server_of(file: ConfigFile, found: Found) -> Server | None:
    """The entry that a credential stands in."""
    return file.server_at(found.span[0])


def variable_for(found: Found, server: Server | None = None) -> str:
    """A good name for the variable that takes the credential's place: its own, else made of the provider or the server."""
    own = names.variable_name(found.verdict.name or found.place.name)
    if found.place.where == 'env' and found.place.name and found.verdict.where == 'env':
        return names.variable_name(found.place.name) or 'TOKEN'
    if own and own.lower() not in _VAGUE and len(own) <= 60:
        return own
    what = 'TOKEN'
    if found.verdict.form == judge.PRIVATE_KEY:
        what = 'PRIVATE_KEY'
    elif found.verdict.where in ('userinfo', 'connection') or 'PASS' in own or own == 'PWD':
        what = 'PASSWORD'
    elif 'KEY' in own:
        what = 'API_KEY'
    elif 'SECRET' in own:
        what = 'SECRET'
    provider = found.verdict.provider
    base = provider.name.lower() if provider and ' ' not in provider.name else server.name if server is not None else ''
    prefix = names.variable_name(base)[:40]
    return f'{prefix}_{what}' if prefix else f'MCP_{what}'


def reference_help(file: ConfigFile, found: Found) -> str:
    """How to refer to the credential here, as a sentence with a full stop."""
    verdict = found.verdict
    where = verdict.where if verdict.where in ('default', 'input-default') else found.place.where
    if where == 'comment':
        return 'Delete it from the comment.'
    if where == 'permission':
        return 'Remove this rule and let the command read the credential from a variable.'
    if where == 'text':
        return 'Write a placeholder such as `<your token>`, or read it from a variable.'
    if where in ('default', 'input-default'):
        return 'Take the default out: without a value the client should ask or fail.'
    if verdict.form == judge.PRIVATE_KEY:
        return 'Keep the key in a file outside of the repository and write its path here.'
    if where == 'key':
        return 'A name belongs here: write the value into a variable and its name here.'
    server = server_of(file, found)
    name = variable_for(found, server)
    if where == 'variable-name':
        return f'This field takes the name of a variable: write `{name}` and keep the value there.'
    role = _ROLES.get(found.place.where, '')
    kind = server.kind if server is not None else file.kind
    asks = kind.expands.get(INPUT, ()) if kind.inputs_at else ()
    if server is not None and role and ('*' in asks or role in asks):
        ident = name.lower()
        return f'Put `${{input:{ident}}}` in its place and ask for it in `{kind.inputs_at[-1]}` with `"password": true`.'
    fields = kind.variable_fields
    if server is not None and role == HEADERS and fields.get('bearer') and found.place.name.lower() == 'authorization':
        return f'Replace the header by `{fields["bearer"]} = "{name}"` and set that variable.'
    if server is not None and role in fields:
        return f'Take it out and name the variable in `{fields[role]}`: `"{name}"`.'
    from mcp_hooks.rules.uses import form

    wanted = form(kind, role, name) if role else ''
    if wanted:
        return f'Put `{wanted}` in its place and set {name} outside of the repository.'
    return f'Keep it in a variable such as {name} that the server reads by itself, or in a file that git ignores.'


def revoke_help(found: Found) -> str:
    """That a committed credential has to be revoked, with the page where the provider does it."""
    provider = found.verdict.provider
    if found.verdict.form == judge.EXPIRED:
        return 'Once committed it stays in the history; this one has expired, its successor must not follow it.'
    if provider is not None and provider.revoke:
        return f'If it was ever committed, revoke it: {provider.revoke}'
    return 'If it was ever committed, revoke it: the history keeps it.'
