"""What is said of a credential, what to write instead in the client that reads the file, where to revoke it; never a part of it."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, ENV, HEADERS, INPUT, URL
from mcp_hooks.credentials import judge, names
from mcp_hooks.findings import WARNING

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
    return file.server_at(found.span[0], found.node)


def variable_for(found: Found, server: Server | None = None) -> str:
    """A good name for the variable that takes the credential's place: its own, else made of the provider or the server."""
    own = names.variable_name(_name(found))
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


def _name(found: Found) -> str:
    """What the credential is called; the identifier before it in ``id:secret`` is no name."""
    from mcp_hooks.credentials.randomness import CERTAIN, weigh

    name = found.verdict.name or found.place.name
    return '' if len(name) >= _LEAST_OF_MACHINES and weigh(name).weight <= CERTAIN else name


_LEAST_OF_MACHINES = 16  # characters


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
    from mcp_hooks.rules.reference_help import form

    wanted = form(kind, role, name) if role else ''
    if wanted:
        return f'Put `{wanted}` in its place and set {name} outside of the repository.'
    if kind.overlay:
        return f'Move it to the same place in `{kind.overlay}`, a file that git should ignore.'
    if kind.partial:
        return 'Let git ignore this file, and commit a sample of it with placeholders.'
    return f'Keep it in a variable such as {name} that the server reads by itself, or in a file that git ignores.'


def revoke_help(found: Found) -> str:
    """That a committed credential has to be revoked, with the page where the provider does it."""
    provider = found.verdict.provider
    if found.verdict.form == judge.EXPIRED:
        return 'Once committed it stays in the history; this one has expired, its successor must not follow it.'
    if provider is not None and provider.revoke:
        return f'If it was ever committed, revoke it: {provider.revoke}'
    return 'If it was ever committed, revoke it: the history keeps it.'


def message(found: Found) -> str:
    verdict = found.verdict
    what = _what(found)
    where = _where(found)
    if verdict.form == judge.EXPIRED:
        return f'{where} holds a JWT in plain text that expired on {verdict.expires}'
    if verdict.form == judge.JWT:
        until = f', valid until {verdict.expires}' if verdict.expires else ' without an end'
        return f'{where} holds a JWT in plain text{until}'
    if verdict.form == judge.PUBLISHABLE:
        return f'{where} holds {what}, which is made to be seen; a reference keeps the file the same for everybody'
    if verdict.form == judge.DEFAULT_PASSWORD:
        return f'{where} holds a simple password for a server on this machine'
    if verdict.form == judge.PASSWORD_HASH:
        return f'{where} holds the hash of a password, at which anybody can guess in peace'
    if verdict.form == judge.CAPABILITY and verdict.severity == WARNING:
        return 'the address holds a long random piece and nothing else authenticates: whoever has the address can use it'
    return f'{where} holds {what} in plain text{_why(found)}'


def _what(found: Found) -> str:
    verdict = found.verdict
    provider = verdict.provider.name if verdict.provider else ''
    if verdict.form == judge.PRIVATE_KEY:
        return 'a private key'
    if verdict.form == judge.CAPABILITY:
        return f'an address of {provider} that is itself a credential'
    if verdict.form == judge.ENCODED:
        return f'base64 of {_article(provider)} token' if provider else 'base64 of text with a credential'
    if verdict.form == judge.PUBLISHABLE:
        return f'{_article(provider)} key' if provider else 'a public key'
    if provider:
        return f'a token of {provider}' if provider.startswith('an ') else f'{_article(provider)} token'
    if verdict.where in ('userinfo', 'connection') or 'Basic' in verdict.reason:
        return 'a password' if 'Basic' not in verdict.reason else 'user and password'
    return 'a credential'


def _article(name: str) -> str:
    return f'an {name}' if name[:1] in 'AEIO' and not name.startswith(('Eu', 'One')) else f'a {name}'


def _where(found: Found) -> str:
    from mcp_hooks.rules.wording import shown

    verdict, place = found.verdict, found.place
    name = shown(_name(found), 60)
    if place.where == 'comment':
        return f'a comment (`{name}`)' if name else 'a comment'
    if place.where == 'permission':
        return f'a remembered permission (`{name}`)' if name else 'a remembered permission'
    if verdict.where in ('default', 'input-default'):
        return f'the default of `{name}`' if name else 'a default'
    if verdict.where == 'query':
        return f'the parameter `{name}` of an address' if name else 'an address'
    if verdict.where == 'userinfo':
        return 'an address'
    if verdict.where in ('path', 'fragment'):
        return 'the path of an address' if verdict.where == 'path' else 'the fragment of an address'
    if verdict.where == 'connection':
        return 'a connection string'
    if place.where == 'key':
        return 'a name'
    if place.where == 'header' or verdict.where == 'header':
        return f'the header `{name}`' if name else 'a header'
    if place.where in ('argument', 'variable-line', 'header-argument', 'user-pass', 'command'):
        return f'an argument (`{name}`)' if name else 'an argument'
    if name:
        return f'`{name}`'
    return 'the text' if place.where == 'text' else 'a value'


def _why(found: Found) -> str:
    """Where no provider's shape speaks for itself, the reason in half a sentence."""
    verdict = found.verdict
    if verdict.form != judge.NAMED or verdict.where in ('userinfo', 'connection'):
        return ''
    return f': {verdict.reason}'
