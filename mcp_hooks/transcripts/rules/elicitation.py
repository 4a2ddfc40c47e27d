"""Elicitation: forms that are flat, answers that fit them, addresses that are safe to open."""
from __future__ import annotations

from itertools import pairwise

from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions.shape import below, is_integer, is_number, kind_of
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, NOTE, WARNING, named, revision_of, rule, spec
from mcp_hooks.transcripts.rules.schemas import Examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.revisions.record import Revision
    from mcp_hooks.transcripts.rules.common import Faults

CREATE = ('elicitation/create',)
COMPLETE = 'notifications/elicitation/complete'
FORMATS = ('email', 'uri', 'date', 'date-time')
PRIMITIVES = ('string', 'number', 'integer', 'boolean')
KEPT = 4096
SECRET_WORDS = frozenset({'password', 'passwd', 'passphrase', 'secret', 'ssn', 'cvv', 'cvc'})
SECRET_PAIRS = frozenset({('api', 'key'), ('access', 'token'), ('auth', 'token'), ('bearer', 'token'), ('refresh', 'token'),
                          ('private', 'key'), ('access', 'key'), ('client', 'secret'), ('credit', 'card'), ('card', 'number')})
LOCAL = ('localhost', '127.0.0.1', '[::1]')


# ---- forms ----

@on(REQUEST, methods=CREATE)
def form(event: Event) -> Faults:
    params = event.params
    if 'requestedSchema' not in params or params.get('mode', 'form') != 'form':
        return CLEAN
    return form_faults(params['requestedSchema'], revision_of(event), 'params.requestedSchema')


def form_faults(schema: Any, revision: Revision, at: str) -> Iterator[Fault]:
    if type(schema) is not dict:
        yield Fault(f'{at} must be an object, not {kind_of(schema)}', at=at, key='kind')
        return
    if schema.get('type') != 'object':
        yield Fault(f'{at}.type must be "object"', at=f'{at}.type', key='type')
    properties = schema.get('properties')
    if type(properties) is not dict:
        what = f'must be an object, not {kind_of(properties)}' if 'properties' in schema else 'is missing'
        yield Fault(f'{at}.properties {what}', at=f'{at}.properties', key='properties')
        return
    for name, each in list(properties.items())[:200]:
        place = below(f'{at}.properties', name)
        variants = 'enum-variants' in revision.features
        wrong = _field(each, variants) or _said_of_it(each, variants)
        if wrong:
            yield Fault(f'{place} {wrong}', at=place, key=f'field {wrong[:60]}')
    required = schema.get('required', [])
    if type(required) is not list or not all(isinstance(each, str) for each in required):
        yield Fault(f'{at}.required must be an array of strings', at=f'{at}.required', key='required kind')
    else:
        lost = [each for each in required if each not in properties]
        if lost:
            yield Fault(f'{at}.required names {named(lost[0])}, which is no property: the form can never be accepted',
                        at=f'{at}.required', severity=WARNING, key='required')


def _field(field: Any, variants: bool) -> str:
    """What keeps a property from being a field of a form; '' for nothing."""
    if type(field) is not dict:
        return f'must be an object, not {kind_of(field)}'
    kind = field.get('type')
    if kind == 'array':
        return _choices(field) if variants else 'is an array: the fields of a form are primitive in this revision'
    if kind == 'object' or 'properties' in field or '$ref' in field:
        return 'is no primitive: the fields of a form are flat'
    if kind not in PRIMITIVES:
        kinds = ', '.join(PRIMITIVES) + (' or array' if variants else '')
        return f'must have a type of {kinds}' + ('' if 'type' in field else '; type is missing')
    if kind != 'string':
        bad = next((name for name in ('minimum', 'maximum') if name in field and not is_number(field[name])), None)
        return f'has a {bad} that is no number' if bad else ''
    if 'format' in field and field['format'] not in FORMATS:
        return f'has the format {named(field["format"])}; there are {", ".join(FORMATS)}'
    if 'enum' in field and not _strings(field['enum']):
        return 'has an enum that is no array of strings'
    if 'oneOf' in field:
        return _titled(field['oneOf'], 'oneOf') if variants else 'has oneOf, which came with 2025-11-25'
    bad = next((name for name in ('minLength', 'maxLength') if name in field and not is_integer(field[name])), None)
    return f'has a {bad} that is no integer' if bad else ''


def _said_of_it(field: dict[str, Any], variants: bool) -> str:
    """What of the members that any field may have is of another type than the schema of the revision says."""
    bad = next((name for name in ('title', 'description') if name in field and not isinstance(field[name], str)), None)
    if bad is not None:
        return f'has a {bad} that is no string'
    kind, default = field['type'], field.get('default')
    if 'default' not in field or (kind != 'boolean' and not variants):
        return ''  # before 2025-11-25 only a boolean had one
    right = (default is True or default is False if kind == 'boolean' else isinstance(default, str) if kind == 'string'
             else _strings(default) if kind == 'array' else is_number(default))
    what = 'array of strings' if kind == 'array' else 'number' if kind == 'integer' else kind
    return '' if right else f'has a default that is no {what}'


def _choices(field: dict[str, Any]) -> str:
    items = field.get('items')
    if type(items) is not dict:
        return 'is an array without items to choose from'
    if 'anyOf' in items:
        return _titled(items['anyOf'], 'items.anyOf')
    if _strings(items.get('enum')):
        return ''
    return 'is an array that is no choice: items needs enum (strings) or anyOf (const and title)'


def _strings(value: Any) -> bool:
    return type(value) is list and all(isinstance(each, str) for each in value)


def _titled(options: Any, name: str) -> str:
    named_values = type(options) is list and all(type(each) is dict and _strings([each.get('const'), each.get('title')])
                                                 for each in options)
    if named_values:
        return ''
    return f'has {name} that is no array of const and title'


@on(REQUEST, methods=CREATE)
def sensitive(event: Event) -> Faults:
    schema = event.params.get('requestedSchema')
    return sensitive_faults(schema, 'params.requestedSchema')


def sensitive_faults(schema: Any, at: str) -> Iterator[Fault]:
    properties = schema.get('properties') if type(schema) is dict else None
    if type(properties) is dict:
        for name in list(properties)[:200]:
            if asks_for_secret(name[:80]):
                yield Fault(f'the form asks for {named(name)}: a form must not ask for secrets',
                            at=below(f'{at}.properties', name),
                            severity=WARNING,
                            key=f'secret {name[:60]}')


def asks_for_secret(name: str) -> bool:
    words: list[str] = []
    previous = ''
    for letter in name:
        if letter in '_-. ' or (letter.isupper() and not previous.isupper()) or not words:
            words.append('')
        if letter.isalnum():
            words[-1] += letter.lower()
        previous = letter
    words = [word for word in words if word]
    if SECRET_WORDS.intersection(words) or words == ['token'] or ''.join(words) in ('apikey', 'accesstoken', 'creditcard'):
        return True
    return any(pair in SECRET_PAIRS for pair in pairwise(words))


# ---- answers ----

@on(RESPONSE, methods=CREATE)
def answer(event: Event) -> Faults:
    result, request = event.result, event.request
    if type(result) is not dict or request is None:
        return CLEAN
    return answer_faults(request.params, result, 'result')


def answer_faults(asked: dict[str, Any], result: dict[str, Any], at: str) -> Iterator[Fault]:
    action, content = result.get('action'), result.get('content')
    if 'content' in result and type(content) is not dict:
        yield Fault(f'{at}.content must be an object, not {kind_of(content)}', at=f'{at}.content', key='content kind')
        return
    if asked.get('mode') == 'url':
        if content:
            yield Fault(f'{at}.content is left out in URL mode: what the user enters there does not pass through the client',
                        at=f'{at}.content', severity=WARNING, key='content in URL mode')
        return
    if action in ('decline', 'cancel'):
        if content:
            yield Fault(f'{at}.content belongs to "accept" only; the action is {named(action)}',
                        at=f'{at}.content', severity=NOTE,
                        key='content without accept')
        return
    for name, value in (content or {}).items():
        if value is None or type(value) is dict or (type(value) is list and not _strings(value)):
            place = below(f'{at}.content', name)
            yield Fault(f'{place} must be a string, a number, a boolean or an array of strings', at=place, key='content value')
            return
    schema = asked.get('requestedSchema')
    if action != 'accept' or type(schema) is not dict:
        return
    for path, text in Examined(schema, False).faults(content if content is not None else {})[:3]:
        place = f'{at}.content.{path}' if path and not path.startswith('[') else f'{at}.content{path}'
        yield Fault(f'{place} {text} (requestedSchema)', at=place, key=f'content {path} {text[:60]}')


# ---- URL mode ----

@on(REQUEST, RESPONSE, NOTIFICATION, methods=(*CREATE, COMPLETE))
def url(event: Event) -> Faults:
    if 'url-elicitation' not in revision_of(event).features:
        return CLEAN
    session, params = event.session, event.params
    known: dict[str, None] = session.memory.setdefault('elicitations', {})
    identifier = params.get('elicitationId')
    if event.kind == NOTIFICATION:
        if not isinstance(identifier, str) or identifier in known or len(known) >= KEPT:
            return CLEAN
        if session.started_mid or session.lossy or not session.ordered or any(session.blind.values()):
            return CLEAN
        return Fault('no elicitation with this elicitationId was sent', at='params.elicitationId', key='unknown elicitation'),
    if event.kind == RESPONSE or params.get('mode') != 'url':
        return CLEAN
    if isinstance(identifier, str) and len(known) < KEPT:
        if identifier in known:
            return Fault('this elicitationId was used before; each elicitation has its own', at='params.elicitationId',
                         key='elicitationId twice'),
        known[identifier] = None
    return url_faults(params.get('url'), 'params.url')


def url_faults(value: Any, at: str) -> Faults:
    if not isinstance(value, str):
        return CLEAN  # the table of the revision says so
    scheme, colon, rest = value[:4000].partition('://')
    host = rest.partition('/')[0].partition('?')[0]
    if not colon or not scheme.isalpha() or not host or any(letter <= ' ' for letter in value[:4000]):
        return Fault(f'{at} is no address that can be opened', at=at, key='no address'),
    if '@' in host:
        return Fault(f'{at} carries a user name or password', at=at, severity=WARNING, key='credentials'),
    name = host if host.startswith('[') else host.partition(':')[0]
    if scheme.lower() != 'https' and name not in LOCAL and not host.startswith('[::1]'):
        return Fault(f'{at} is not https', at=at, severity=WARNING, key='no https'),
    return CLEAN


@on(RESPONSE)
def required_error(event: Event) -> Faults:
    error = event.message.get('error')
    if type(error) is not dict or error.get('code') != -32042 or 'elicitation-id' not in revision_of(event).features:
        return CLEAN
    data = error.get('data')
    listed = data.get('elicitations') if type(data) is dict else None
    known: dict[str, None] = event.session.memory.setdefault('elicitations', {})
    for each in listed[:20] if type(listed) is list else ():
        if type(each) is dict and isinstance(each.get('elicitationId'), str) and len(known) < KEPT:
            known[each['elicitationId']] = None
    return _required_faults(data, revision_of(event))


def _required_faults(data: Any, revision: Revision) -> Iterator[Fault]:
    elicitations = data.get('elicitations') if type(data) is dict else None
    if type(elicitations) is not list or not elicitations:
        yield Fault('the error -32042 needs data.elicitations, the URL elicitations to go through first',
                    at='error.data.elicitations',
                    key='elicitations')
        return
    expected = revision.type('UrlElicitation')
    for index, each in enumerate(elicitations[:20]):
        at = f'error.data.elicitations[{index}]'
        faults = list(expected.faults(each))
        if type(each) is dict and each.get('mode') == 'form':  # what else such a one lacks comes of it
            faults = [(path, text) for path, text in faults if path == 'mode']
        for path, text in faults:
            yield Fault(f'{at}.{path} {text}', at=f'{at}.{path}', key=f'elicitations {path} {text}')


_elicitation = spec('2025-11-25', 'client/elicitation')
RULES = (
    rule('MCP742', 'requested-schema', ERROR, 'The form of an elicitation is not flat, or has fields no form has.',
         'Use an object whose properties are strings, numbers, integers, booleans and choices. (2025-11-25, Elicitation, '
         'Requested Schema: "To simplify client user experience, form mode elicitation schemas are limited to flat objects '
         'with primitive properties only.")', _elicitation, form),
    rule('MCP743', 'elicitation-secret', WARNING, 'A form asks for a secret.',
         'Use URL mode for secrets, or configure them outside the session. (2025-11-25, Elicitation, Security: "Servers MUST '
         'NOT use form mode elicitation to request sensitive information"; that a name means a secret is this tool\'s guess)',
         _elicitation, sensitive),
    rule('MCP744', 'elicitation-answer', ERROR, 'The answer to an elicitation does not fit its form.',
         'Answer accept with values for the fields of the form, decline and cancel without. (2025-11-25, Elicitation, Response '
         'Actions; schema, ElicitResult.content: "Contains values matching the requested schema.")', _elicitation, answer),
    rule('MCP745', 'url-elicitation', ERROR, 'A URL elicitation without a usable address or a known id.',
         'Give each an https address without credentials and an elicitationId of its own. (2025-11-25, Elicitation, URL Mode: '
         '"The url parameter MUST contain a valid URL."; Safe URL Handling: "SHOULD use HTTPS URLs for non-development '
         'environments")',
         _elicitation, url),
    rule('MCP746', 'url-elicitation-required', ERROR, 'The error -32042 does not say what the user has to do.',
         'Put the URL elicitations into error.data.elicitations. (2025-11-25, Elicitation, URL Elicitation Required Error: '
         '"The error MUST include a list of elicitations that are required to complete before the original can be retried. Any '
         'elicitations returned in the error MUST be URL mode elicitations and have an elicitationId property.")',
         _elicitation, required_error),
)
