"""Error codes and error data, by the revision of the exchange."""
from __future__ import annotations

import re

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import CAPABILITIES_KEY, LEGACY, MODERN, NO_ID, NULL_ID, REQUEST, RESPONSE, VERSION_KEY, Fault, on
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, WARNING, declared, named, revision_of, rule, spec
from mcp_hooks.transcripts.rules.modern import missing_meta
from mcp_hooks.transcripts.session import MODERN_ERRORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

LISTEN = 'subscriptions/listen'
UNKNOWN = re.compile(r'\b(?:unknown|unsupported) method\b'
                     r'|\bmethod (?:is )?(?:unknown|not (?:found|known|supported|implemented))\b', re.IGNORECASE)


def is_modern_server(session: Session, code: object = None) -> bool:
    """The server has shown that it speaks the modern era: what a legacy server answers to a probe is not to be judged by it."""
    return code in MODERN_ERRORS or session.supported_versions is not None or 'modern' in session.memory


@on(RESPONSE, era=MODERN)
def error_code(event: Event) -> Faults:
    error = event.message.get('error')
    if type(error) is not dict or not event.modern or event.direction == C2S:
        return CLEAN
    code = error.get('code')
    revision = revision_of(event)
    if type(code) is not int or revision.reserved is None or event.method == 'initialize':
        return CLEAN
    if not is_modern_server(event.session, code):
        return CLEAN
    if code in revision.forbidden:
        return Fault(f'the error code {code} must not be sent in {revision.date}: {revision.forbidden[code]}', at='error.code',
                     key=f'forbidden {code}'),
    lowest, highest = revision.reserved
    if lowest <= code <= highest and code not in revision.errors:
        return Fault(f'the error code {code} is reserved for the specification ({lowest} to {highest}) and not defined by it',
                     at='error.code', key=f'reserved {code}'),
    if highest < code <= -32000:
        end = '; end the stream with a result' if event.method == LISTEN else ''
        return Fault(f'the error code {code} is of the range -32019 to -32000, which new servers should not use{end}',
                     at='error.code',
                     severity=WARNING, key=f'old range {code}'),
    return CLEAN


@on(RESPONSE)
def wrong_code(event: Event) -> Faults:
    error, request = event.message.get('error'), event.request
    if type(error) is not dict or request is None or type(error.get('code')) is not int:
        return CLEAN
    if event.direction == C2S and event.method != 'ping':
        return CLEAN
    return _wrong_code(event, request, error, error['code'])


def _wrong_code(event: Event, request: Event, error: dict[str, Any], code: int) -> Iterator[Fault]:
    session, method, revision = event.session, event.method, revision_of(event)
    if event.modern and method != 'initialize':
        missing = missing_meta(request)
        if missing and code != -32602 and is_modern_server(session, code):
            yield Fault(f'the request lacks {" and ".join(missing)}, and the error is {code}; for that there is -32602',
                        at='error.code',
                        severity=WARNING, key='missing meta code')
            return
        yield from _data(event, request, error, code)
    if method == 'ping' and code == -32601 and event.era == LEGACY:
        yield Fault('ping is refused as unknown; either side answers it with {}', at='error.code', key='ping')
    if method == 'ping' and (code == -32601 or event.direction == C2S):
        return
    if method in revision.removed and event.modern and code not in (-32601, -32022):
        yield Fault(f'{method} does not exist in {revision.date}, and the error is {code}; for that there is -32601',
                    at='error.code',
                    severity=WARNING, key=f'unknown method code {code}')
    elif code == -32600 and event.modern and is_modern_server(session) and _is_valid(event, request):
        yield Fault('-32600 says that the message is no valid request, and it is one; a missing client capability is -32021, '
                    'input that is needed a result with resultType "input_required"', at='error.code', severity=WARNING,
                    key='invalid request')
    elif code != -32601 and method not in revision.methods and _says_unknown(error):
        yield Fault(f'the error says that the method is not known and has the code {code}; for that there is -32601',
                    at='error.code', severity=WARNING, key=f'unknown method as {code}')
    elif code == -32601 and session.server_capabilities is not None:
        known = revision.methods.get(method)
        capability = known.capability if known is not None else ()
        if (len(capability) == 2 and capability[0] == 'server' and declared(session.server_capabilities, capability[1:])
                and not _is_about_tasks(event, request) and not _is_about_a_name(event, request)):
            yield Fault(f'the server declares {capability[1]} and does not know {method}', at='error.code',
                        severity=None if event.modern else WARNING, key=f'not served {method}')


def _is_about_a_name(event: Event, request: Event) -> bool:
    """An unknown tool is refused, not the method; which code that takes has a rule of its own."""
    name = request.params.get('name')
    return event.method == 'tools/call' and isinstance(name, str) and event.session.tools_complete and name not in event.session.tools


def _is_about_tasks(event: Event, request: Event) -> bool:
    """-32601 is also what a call is refused with that must, or must not, run as a task (2025-11-25, Tasks, Tool-Level
    Negotiation)."""
    if event.method != 'tools/call' or 'tasks' not in revision_of(event).features:
        return False
    name = request.params.get('name')
    tool = event.session.tools.get(name) if isinstance(name, str) else None
    execution = tool.get('execution') if tool is not None else None
    return 'task' in request.params or (isinstance(execution, dict) and execution.get('taskSupport') == 'required')


def _is_valid(event: Event, request: Event) -> bool:
    message = request.message
    identifier = message.get('id')
    return (event.mismatch not in (NULL_ID, NO_ID) and message.get('jsonrpc') == '2.0'
            and type(message.get('params', {})) is dict and (type(identifier) is str or type(identifier) is int))


def _says_unknown(error: dict[str, Any]) -> bool:
    text = error.get('message')
    return isinstance(text, str) and UNKNOWN.search(text[:200]) is not None


def _data(event: Event, request: Event, error: dict[str, Any], code: int) -> Iterator[Fault]:
    """What the errors of the specification must carry."""
    data = error.get('data')
    data = data if isinstance(data, dict) else {}
    if code == -32022:
        event.session.memory['version refused'] = True
        if not data:
            yield Fault('the error -32022 needs data with supported, the versions that the server speaks, and requested, the one '
                        'that was asked for', at='error.data', key='supported')
            return
        if type(data.get('supported')) is not list or not data['supported']:
            yield Fault('the error -32022 needs data.supported, the versions that the server speaks', at='error.data.supported',
                        key='supported')
        if not isinstance(data.get('requested'), str):
            yield Fault('the error -32022 needs data.requested, the version that was asked for', at='error.data.requested',
                        key='requested')
    elif code == -32021:
        needed = data.get('requiredCapabilities')
        if type(needed) is not dict:
            yield Fault('the error -32021 needs data.requiredCapabilities, an object like clientCapabilities',
                        at='error.data.requiredCapabilities', key='requiredCapabilities')
        elif needed and _has_all(request.meta.get(CAPABILITIES_KEY), needed):
            yield Fault('the client declares every capability of data.requiredCapabilities',
                        at='error.data.requiredCapabilities',
                        severity=WARNING, key='declared all')


def _has_all(declared_: Any, needed: dict[str, Any]) -> bool:
    pairs = [(declared_, needed)]
    while pairs:
        have, wanted = pairs.pop()
        if not isinstance(have, dict):
            return False
        for name, each in list(wanted.items())[:50]:
            if name not in have:
                return False
            if isinstance(each, dict) and each:
                pairs.append((have[name], each))
    return True


@on(REQUEST, RESPONSE, era=MODERN)
def unsupported_version(event: Event) -> Faults:
    if not event.modern:
        return CLEAN
    session = event.session
    supported = session.supported_versions
    if event.kind == REQUEST:
        used = event.meta.get(VERSION_KEY)
        if 'version refused' not in session.memory or supported is None or not isinstance(used, str) or used in supported:
            return CLEAN
        if event.method == 'server/discover':
            return CLEAN
        return Fault(f'the server refused another version before and supports {", ".join(map(named, supported[:5]))}; the '
                     f'client sends {named(used)}', at=f'params._meta["{VERSION_KEY}"]', severity=WARNING, key='not supported'),
    request = event.request
    used = request.meta.get(VERSION_KEY) if request is not None else None
    if not isinstance(used, str) or event.method == 'initialize':
        return CLEAN
    if event.method == 'server/discover':
        listed = event.result.get('supportedVersions') if isinstance(event.result, dict) else None
        if type(listed) is list and used not in listed:
            session.memory['odd list'] = True  # which is said of the list
            return CLEAN
    if supported and 'odd list' not in session.memory:
        known = used in supported
    else:
        # nobody said what the server supports; but no modern revision is older than the first
        known = revisions.find(used) is not None or not used < next(each.date for each in revisions.ALL if each.modern)
    if known:
        return CLEAN
    code = event.error.get('code') if isinstance(event.error, dict) else None
    if code is None and 'result' in event.message:
        return Fault(f'the request names the version {named(used)}, which the server does not support, and is served; it must '
                     'be refused with -32022', at='result', key='served'),
    if code in (-32022, -32020) or code is None or not is_modern_server(session):
        return CLEAN
    return Fault(f'the version {named(used)} is not supported, and the error is {code}; for that there is -32022',
                 at='error.code',
                 severity=WARNING, key='unsupported code'),


_basic = spec('2026-07-28', 'basic')
RULES = (
    rule('MCP808', 'error-code', ERROR, 'An error code that this revision does not allow.',
         'Use the codes of the specification for what they mean, and codes outside -32768 to -32000 for what is yours. '
         '(2026-07-28, Base Protocol, Error Codes: "Implementations MUST NOT emit any code from this sub-range that is not '
         'defined by this specification"; "Implementations of this protocol version MUST NOT emit these codes" (-32002, '
         '-32042))',
         _basic, error_code),
    rule('MCP809', 'wrong-error', ERROR, 'An error with a code or data that does not fit what happened.',
         'Answer with the code that the specification has for the case, and with the data it asks for. (2026-07-28, Base '
         'Protocol: "A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code '
         '-32602"; "MUST return […] -32021 whose data.requiredCapabilities lists the missing capabilities"; JSON-RPC 2.0, '
         'section 5.1)', _basic, wrong_code),
    rule('MCP810', 'unsupported-version', ERROR, 'A version that the server does not support is not refused.',
         'Refuse it with -32022 and data.supported; a client then takes one of those. (2026-07-28, Versioning, Protocol '
         'Version Negotiation: "it MUST respond with an UnsupportedProtocolVersionError listing the versions it does support"; '
         '"The client SHOULD select a mutually supported version from the supported list")',
         spec('2026-07-28', 'basic/versioning'), unsupported_version),
)
