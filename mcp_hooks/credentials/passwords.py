"""Values that can only be passwords, and the hosts they belong to: what is simple and stays on this machine harms nobody."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials import inside, names
from mcp_hooks.credentials.addresses import host_of
from mcp_hooks.credentials.placeholders import is_default_word, placeholder
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, weigh
from mcp_hooks.credentials.references import references
from mcp_hooks.credentials.verdict import (
    DEFAULT_PASSWORD,
    HARMLESS,
    NAMED,
    PLACEHOLDER,
    REFERENCE,
    SECRET,
    UNSURE,
    Place,
    Verdict,
    verdict,
)

_LOCAL = frozenset(
    (
        'localhost',
        '127.0.0.1',
        '::1',
        '0.0.0.0',  # noqa: S104 — compared, never bound
        'host.docker.internal',
        'host.containers.internal',
        'docker.for.mac.localhost',
        'gateway.docker.internal',
    )
)
_CLUSTER = '.cluster.local'  # https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
_SAMPLE_HOSTS = frozenset(
    """host hostname server dbhost db-host db_host yourhost your-host your_host my-host myhost
example example.com example.org example.net your-server domain your-domain ip address""".split()
)


def is_local(host: str) -> bool:
    """Whether a host is this machine or a container beside it: localhost, a loopback address, a name without dots."""
    host = host.strip('[]').lower()
    return (
        host in _LOCAL
        or host.startswith('127.')
        or (host.endswith(('.localhost', '.local')) and not host.endswith(_CLUSTER))
        or (bool(host) and '.' not in host and ':' not in host and host.isascii())
    )


def _is_this_machine(host: str) -> bool:
    """Not so a name without dots, which may be a container's or that of any machine in the building."""
    return host in _LOCAL or host.startswith('127.') or (host.endswith(('.localhost', '.local')) and not host.endswith(_CLUSTER))


def _is_mixed(text: str) -> bool:
    """Nobody thinks of capitals, small letters, digits and a sign in thirteen characters for a database of an afternoon."""
    signs = sum(not sign.isalnum() for sign in text)
    return len(text) >= 13 and signs > 0 and any(map(str.isupper, text)) and any(map(str.islower, text)) and any(
        map(str.isdigit, text))


def _host_beside(place: Place) -> str:
    """The host that a neighbour names. Only under a name of hosts may it be without dots: ``INSTANCE`` may be any word."""
    for name, value in place.neighbours:
        words = names.split(name)
        last = words[-1] if words else ''
        if last not in _HOST_WORDS:
            if not last.endswith('host'):  # PGHOST
                continue
            last = 'host'
        found = host_of(value)
        if not found and ' ' not in value and '/' not in value:
            found = value.partition(':')[0].lower()
            if '.' not in found and found not in _LOCAL and (last not in _BARE_HOSTS or weigh(value).weight <= LIKELY):
                found = ''
        if found:
            return found
    return ''


_BARE_HOSTS = frozenset(('host', 'hostname', 'server', 'address', 'addr', 'endpoint'))
_HOST_WORDS = _BARE_HOSTS | {'url', 'uri', 'instance', 'api', 'base'}


def password(text: str, place: Place) -> Verdict:
    """A value that can only be a password: in user info, in a connection string, or under a name that says so."""
    size = len(text)
    bare = text.strip().strip('\0')
    if not bare:
        return verdict(REFERENCE, 'the password is a reference', 0, size, place)
    refs = references(bare)
    if refs and refs[0].start == 0 and refs[-1].end == len(bare) and len(refs) == 1:
        return verdict(REFERENCE, 'the password is a reference', 0, size, place)
    host = place.host or _host_beside(place)
    weight = weigh(bare)
    plain = bare
    if '%' in bare:
        from urllib.parse import unquote

        plain = unquote(bare)
    scheme, slashes, rest = plain.partition('://')
    if slashes and scheme.isalpha() and weigh(rest).weight > CERTAIN:  # bao://kv/mcp#url
        return verdict(REFERENCE, 'an address where the password belongs', 0, size, place)
    default = is_default_word(plain)
    why = '' if default else placeholder(plain)
    if why and 'name what belongs there' not in why:
        return verdict(PLACEHOLDER, why, 0, size, place, against=(why,))
    if host in _SAMPLE_HOSTS and (default or why):
        return verdict(PLACEHOLDER, 'a sample address', 0, size, place, against=('host and password are samples',))
    simple = weight.weight > CERTAIN and len(plain) < 16 and (_is_this_machine(host) or not _is_mixed(plain))
    if host and is_local(host) and (default or why or simple):
        if why and not default and place.where not in ('userinfo', 'connection'):
            return verdict(PLACEHOLDER, why, 0, size, place, against=(why,))
        return verdict(
            SECRET,
            'a simple password for a server on this machine',
            0,
            size,
            place,
            severity='note',
            form=DEFAULT_PASSWORD,
            evidence=('it stands where a password stands',),
            against=('the host is this machine or a container beside it',),
        )
    if default or why:
        return verdict(
            PLACEHOLDER, 'a common default', 0, size, place, against=(why or 'one of the passwords that tutorials use',)
        )
    if len(plain) < 4 or (plain.isdigit() and len(plain) < 6):
        return verdict(UNSURE, 'too short to tell', 0, size, place)
    return verdict(
        SECRET,
        'it stands where a password stands',
        0,
        size,
        place,
        severity='error',
        form=NAMED,
        evidence=(
            'the place or the name says password',
            weight.reason if weight.weight <= LIKELY else 'no placeholder, no common default',
        ),
    )


def basic(text: str, place: Place) -> Verdict:
    """What follows ``Basic``: user and password in base64."""
    size = len(text)
    inner = place._replace(name='Authorization')
    why = placeholder(text)
    if why:
        return verdict(PLACEHOLDER, why, 0, size, inner)
    decoded = inside.unbase64(text) if is_base64(text) else ''
    if ':' in decoded:
        user, _, secret = decoded.partition(':')
        if references(secret) or references(user):
            return verdict(REFERENCE, 'user and password are references', 0, size, inner)
        if not secret and len(user) >= 12:
            secret = user
        found = password(secret, place._replace(name='password'))
        if found.kind == SECRET:
            return verdict(
                SECRET,
                'a Basic header with user and password',
                0,
                size,
                inner,
                severity=found.severity,
                form=found.form or NAMED,
                evidence=('base64 of user and password', *found.evidence),
            )
        return verdict(found.kind, f'a Basic header, {found.reason}', 0, size, inner, against=found.against)
    weight = weigh(text)
    if size >= 8 and weight.weight <= LIKELY:
        return verdict(
            SECRET,
            'what follows Basic in a header',
            0,
            size,
            inner,
            severity='error',
            form=NAMED,
            evidence=('it follows Basic', weight.reason),
        )
    return verdict(HARMLESS, 'no base64 of user and password', 0, size, inner)
