"""Credentials that show by their own shape, whatever they are called: tokens of providers, JSON Web Tokens, private keys."""

from __future__ import annotations

from mcp_hooks.credentials import inside, names, providers
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_hex, weigh
from mcp_hooks.credentials.verdict import (
    DEFAULT_PASSWORD,
    EXPIRED,
    JWT,
    PLACEHOLDER,
    PRIVATE_KEY,
    PUBLISHABLE,
    SECRET,
    TOKEN,
    Place,
    Verdict,
    verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.credentials.jwt import Token
    from mcp_hooks.credentials.providers import Match


def shapes(value: str, place: Place) -> Iterator[Verdict]:
    """What shows by its own shape, wherever it stands: private keys, JSON Web Tokens, tokens of providers, in that order."""
    if len(value) < 12:
        return
    keys: list[Verdict] = []
    if 'PRIVATE KEY' in value:
        keys = list(_private_keys(value, place))
        yield from keys
    taken = [(v.start, v.end) for v in keys]
    if 'eyJ' in value:
        from mcp_hooks.credentials import jwt

        for token in jwt.scan(value):
            if (
                value[max(0, token.start - 3) : token.start] in ('sk.', 'pk.')
                or value[max(0, token.start - 4) : token.start] == 'ops_'
            ):
                continue
            found = _jwt(value, token, place)
            if found is not None:
                taken.append((token.start, token.end))
                yield found
    for match in providers.scan(value):
        if any(start < match.end and match.start < end for start, end in taken):
            continue
        if 'x-amz-credential' in (place.name.lower(), value[max(0, match.start - 17) : match.start - 1].lower()):
            continue  # of a signed address: it says who signed, the signature is what opens
        if match.provider.name in _WITH_SECRET:
            pair = _secret_of(value, match, place)
            if pair is not None:
                yield pair
                if match.provider.name == 'Twilio':  # the SID of a key is its name
                    continue
        one = _token(value, match, place)
        if one is not None:
            yield one


_WITH_SECRET = frozenset(('Twilio', 'AWS', 'Google', 'Modal', 'Razorpay'))  # what has the shape is the name of a pair


def _secret_of(value: str, match: Match, place: Place) -> Verdict | None:
    """The second half of ``id:secret``."""
    if value[match.end : match.end + 1] != ':':
        return None
    start = end = match.end + 1
    while end < len(value) and end - start < 100 and (value[end].isalnum() or value[end] in '+/=_-'):
        end += 1
    text = value[start:end]
    if len(text) < 16 or weigh(text).weight > LIKELY or placeholder(text):
        return None
    name = match.provider.name
    return verdict(
        SECRET,
        f'it stands behind the identifier of {"an" if name[0] in "AEIO" else "a"} {name} key',
        start,
        end,
        place,
        severity='error',
        form=TOKEN,
        provider=match.provider,
        evidence=(f'the identifier of {name} before it', weigh(text).reason),
    )


def _token(value: str, match: Match, place: Place) -> Verdict | None:
    """A provider's shape: a placeholder when words or filling follow the prefix, else a secret."""
    provider = match.provider
    text = value[match.start : match.end]
    body = value[match.body : match.end]
    name = names.read(place.name)
    label = (
        provider.name if provider.name.startswith('an ') else f'{"an" if provider.name[0] in "AEIO" else "a"} {provider.name}'
    )
    cut = value[match.end : match.end + 5].lstrip('-_')
    if match.checksum is not True:
        why = placeholder(text, name.words) or placeholder(body, name.words)
        if not why and cut.startswith(('...', '…')) and not (match.exact and _is_whole(text)):
            why = 'it is cut short'
        if why:
            return verdict(
                PLACEHOLDER,
                f'it begins like {label} token, but {why}',
                match.start,
                match.end,
                place,
                evidence=(f'the prefix of {provider.name}',),
                against=(why,),
            )
        weight = weigh(body).weight
        if weight > (LIKELY if match.exact else CERTAIN) and not (match.exact and (is_hex(body) or _is_mixed(body))):
            return None
        if provider.name.startswith('an ') and weight > CERTAIN * 1.5:
            return None
    evidence = [f'the prefix of {provider.name}' if match.body > match.start else f'the mark of {provider.name}']
    evidence.append(
        'length and alphabet are the documented ones' if match.exact else 'the length differs from the documented one'
    )
    against: tuple[str, ...] = ()
    if match.checksum is True:
        evidence.append('the checksum fits')
    elif match.checksum is False:
        against = ('the checksum does not fit',)
    # the key of a Firebase app says which project it is: https://firebase.google.com/docs/projects/api-keys
    if provider.kind == providers.PUBLISHABLE or (provider.name == 'Google' and 'firebase' in name.words and text[:4] == 'AIza'):
        return verdict(
            SECRET,
            f'{label} key that is made to be published',
            match.start,
            match.end,
            place,
            severity='note',
            form=PUBLISHABLE,
            provider=provider,
            evidence=tuple(evidence),
            against=(*against, 'this kind of key is public'),
        )
    return verdict(
        SECRET,
        f'it has the shape of {label} token',
        match.start,
        match.end,
        place,
        severity='error',
        form=TOKEN,
        provider=provider,
        evidence=tuple(evidence),
        against=against,
    )


def _is_whole(text: str) -> bool:
    """Of tokens that come in many lengths: may this be all of one? A page that shows a leak shows the beginning of the token."""
    if text[:3] != 'sk-':
        return True
    return len(text) >= 80 or (len(text) in _LENGTHS_OF_SK and not text.startswith(('sk-ant-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-')))


_LENGTHS_OF_SK = (35, 51, 67)  # 32, 48 and 64 characters behind the prefix


def _is_mixed(body: str) -> bool:
    """By chance some of them read like words; no words have capitals, small letters and digits all through."""
    return len(body) >= 16 and sum(map(str.isdigit, body)) > 2 and sum(map(str.isupper, body)) > 2 and sum(map(str.islower, body)) > 2


def _jwt(value: str, token: Token, place: Place) -> Verdict | None:
    from mcp_hooks.credentials import jwt

    text = value[token.start : token.end]
    claims = token.claims
    if not token.signed and token.header.get('alg') != 'none':
        why = 'it is cut short' if value[token.end : token.end + 1] in ('.', '…') or text.count('.') < 2 else placeholder(text)
        return verdict(
            PLACEHOLDER, f'the beginning of a JWT, but {why or "without a signature"}', token.start, token.end, place
        )
    signature = text.rpartition('.')[2]
    why = placeholder(signature)
    if why or (claims.get('sub') == '1234567890' and claims.get('name') == 'John Doe'):
        return verdict(PLACEHOLDER, f'a JWT, but {why or "the sample of jwt.io"}', token.start, token.end, place)

    def secret(reason: str, severity: str, form: str, evidence: tuple[str, ...], **more: Any) -> Verdict:
        return verdict(SECRET, reason, token.start, token.end, place, severity=severity, form=form, evidence=evidence, **more)

    role = claims.get('role')
    if claims.get('iss') == 'supabase-demo':
        why = 'the key that every local Supabase has'
        return secret(why, 'note', DEFAULT_PASSWORD, ('a JWT',), against=('issued by supabase-demo',))
    if role == 'anon' or (token.header.get('typ') == 'JWT' and 'anon' in (claims.get('scope'), claims.get('aud'))):
        why = 'a JWT with the role anon, which is made to be published'
        return secret(why, 'note', PUBLISHABLE, ('a JWT',), against=('its role is anon',))
    provider = None
    if role == 'service_role':
        provider = providers.Provider('Supabase', 'https://supabase.com/dashboard/project/_/settings/api-keys', '', 'secret')
    readable = 'a JWT with a readable header'
    if token.expires is None:
        return secret('a JWT without an end', 'error', JWT, (readable, 'it never expires'), provider=provider)
    import time

    day = jwt.day(token.expires)
    if token.expires < time.time():
        against = (f'expired on {day}',)
        return secret(f'a JWT that expired on {day}', 'warning', EXPIRED, (readable,), against=against, expires=day, provider=provider)
    evidence = readable, f'valid until {day}'
    return secret(f'a JWT that is valid until {day}', 'error', JWT, evidence, expires=day, provider=provider)


def _private_keys(value: str, place: Place) -> Iterator[Verdict]:
    at = value.find('-----BEGIN')
    while at >= 0:
        head_end = value.find('-----', at + 10, at + 80)
        head = value[at + 10 : head_end] if head_end > 0 else ''
        if 'PRIVATE KEY' not in head or 'PUBLIC' in head:
            at = value.find('-----BEGIN', at + 10)
            continue
        end = value.find('-----END', at)  # not for each of many certificates: there may be no end
        if end < 0:
            stop = len(value)
        else:
            close = value.find('-----', end + 8, end + 80)
            stop = close + 5 if close > 0 else len(value)
        body = ''.join(
            c
            for c in value[head_end + 5 : end if end > 0 else min(stop, head_end + 4000)].replace('\\n', '').replace('\\r', '')
            if c.isalnum() or c in '+/='
        )
        if len(body) < 40 or placeholder(body[:400]) or weigh(body).weight > CERTAIN:
            yield verdict(PLACEHOLDER, 'the frame of a private key without the key', at, stop, place)
        else:
            yield verdict(
                SECRET,
                'a private key',
                at,
                stop,
                place,
                severity='error',
                form=PRIVATE_KEY,
                evidence=('the frame of a private key', 'a body of base64'),
            )
        at = value.find('-----BEGIN', stop)


def narrowed(value: str, found: Verdict) -> Verdict:
    """A shape found in a longer value, with the name and place right before it: ``NAME=``, ``"name":``, ``?name=``."""
    at = found.start
    while at > 0 and value[at - 1] in '"\'` \\\t':
        at -= 1
    if at == 0:
        return found
    mark = value[at - 1]
    if mark == '/' and '://' in value[:at]:
        return found._replace(where='path' if '?' not in value[:at] else found.where)
    if value[found.end : found.end + 1] == '@' and '://' in value[max(0, at - 200) : at]:
        return found._replace(where='userinfo')
    end = at
    if mark == '-' and value[at - 2 : at - 1] in (':', ''):
        end = at - 2
    elif mark in '=:':
        end = at - 1
    elif value[max(0, at - 7) : at].strip().lower() in inside.SCHEMES:
        return found
    else:
        return found
    while end > 0 and value[end - 1] in '"\'` \\:-':
        end -= 1
    start = end
    while start > 0 and end - start < 100 and (value[start - 1].isalnum() or value[start - 1] in '_-.'):
        start -= 1
    name = value[start:end]
    if not name or not (name[0].isalpha() or name[0] in '_-'):
        return found
    where = found.where
    if value[start - 2 : start] == '${' and mark != ':':
        where = 'default'
    elif start and value[start - 1] in '?&' and '://' in value[:start]:
        where = 'query'
    if name.lower() in inside.SCHEMES and names.read(name).kind == names.SILENT:
        return found
    return found._replace(name=name, where=where)
