"""Credentials in what was captured: headers, addresses, arguments, results, logs. The judge is that of the configuration files.

A capture may be 2 GB, so what cannot hold a credential is told apart first: a run of 20 letters, digits, ``-`` and ``_`` is
what all tokens have and little other text has. Passwords are shorter: they are looked for by the names that go with them.
"""
from __future__ import annotations

from mcp_hooks.findings import ERROR
from mcp_hooks.rules.rule import CREDENTIAL, SESSION, Rule
from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, on
from mcp_hooks.transcripts.message import C2S

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from mcp_hooks.credentials.judge import Verdict
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.message import Frame

_TABLE = bytes(97 if (chr(code).isalnum() and code < 128) or chr(code) in '-_' else 32 for code in range(256))
_RUN = b'a' * 20
_HEX = frozenset('0123456789abcdefABCDEF')
_CALLED = ('token', 'secret', 'key', 'bearer', 'passw', 'credential', 'auth')
SHORTEST = 12  # of a text that is looked into
WHOLE = 16384  # code points of a text that is judged as one; of a longer one only what surrounds its runs
AROUND = 400
LONGEST_RUN = 3000  # what is longer is a picture or a file
PLACES = 40  # runs of one text
VALUES = 20000  # strings of one message
KEPT = 1000  # credentials of one capture that are masked everywhere in its report
# headers that name or trace a thing and open nothing
_HARMLESS = frozenset(('mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'traceparent', 'tracestate',
                       'baggage', 'etag', 'if-none-match', 'x-request-id', 'x-correlation-id', 'x-amzn-trace-id',
                       'x-amz-cf-id', 'cf-ray',
                       'content-security-policy', 'user-agent', 'accept', 'content-type', 'date', 'last-modified', 'server',
                       'strict-transport-security', 'report-to', 'nel', 'alt-svc', 'last-event-id'))
_BINARY = frozenset(('data', 'blob'))  # base64 of content blocks



@on()
def never(event: Event) -> tuple[()]:
    """Frames are looked at as they pass, messages or not: no event needs to be handed over."""
    return ()


RULE = Rule(
    id='MCP890', name='captured-credential', category=CREDENTIAL, severity=ERROR, subject=SESSION,
    summary='The capture holds a credential.',
    help='Take it out of the capture before it is shared or committed, and revoke it: whoever has had the file has it.',
    source='https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization', checked='2026-11-30',
    check=never, security=8.0)  # type: ignore[arg-type]  # an empty tuple is as good as an iterator


def suspicious(text: str) -> bool:
    """Whether a text can hold a credential at all. Names of members are not looked at."""
    if len(text) < SHORTEST:
        return False
    if _has_digit(text) and _RUN in text.encode('utf-8', 'replace').translate(_TABLE) and any(_telling(text)):
        return True
    # user:password@ of an address; a word for a password with something after it. One character is found ten times as fast as
    # three: the order is that of the time it takes
    if '@' in text and '://' in text:
        return True
    return ('=' in text or ':' in text) and ('ssw' in text or 'SSW' in text)


def _has_digit(text: str) -> bool:
    """Every token has one, prose often has none, and ten searches for a character take a fifth of one for a run."""
    return ('1' in text or '2' in text or '0' in text or '3' in text or '4' in text or '5' in text or '6' in text
            or '7' in text or '8' in text or '9' in text)


def _telling(text: str) -> Iterator[str]:
    """The runs of a text that may be credentials: no UUID, no name made of words, no bare hash that nothing calls a key."""
    if not text.isascii():
        text = text.encode('ascii', 'replace').decode()  # one byte for each code point
    marks = text.encode().translate(_TABLE)
    end = 0
    for _ in range(PLACES):
        start = marks.find(_RUN, end)
        if start < 0:
            return
        end = marks.find(b' ', start)
        end = len(text) if end < 0 else end
        run = text[start:end]
        if len(run) > LONGEST_RUN or not any(char.isdigit() for char in run):
            continue
        bare = run.replace('-', '')
        if _HEX.issuperset(bare) and not any(word in text[max(0, start - 40):start].lower() for word in _CALLED):
            continue  # a UUID, a commit, a digest
        yield run


class Judge:
    """Looks at every frame, in passing. ``found(rule, severity, frame, path, message, help, key, basis, secret)`` is
    told of each."""

    def __init__(self, report: bool, found: Callable[..., Any]) -> None:
        self.found = found
        self._report = report
        self._names: dict[str, bool] = {}
        self._secrets: dict[str, None] = {}  # in the order they were found
        self._redactor: Any = None
        self._harmless: set[tuple[str, str]] = set()  # (name, value) that hold none, such as an address on every exchange
        self._salt = ''

    # ---- looking ----

    def plain(self, event: Event) -> None:
        """A plain message (see ``plain``): the few places of it where a credential can be."""
        frame = event.frame
        assert frame is not None
        if event.kind == REQUEST:
            names = self._names
            for name, value in event.message['params'].get('arguments', {}).items():
                if type(value) is str:
                    if (names.get(name, True) and self._speaks(name)) or (len(value) >= SHORTEST and suspicious(value)):
                        self._all(frame)
                        return
                elif type(value) is dict or type(value) is list:
                    self.frame(frame)
                    return
        elif event.kind == NOTIFICATION:
            if event.method == 'notifications/message' or 'message' in event.message['params']:
                self.frame(frame)
        else:
            result = event.message['result']
            for block in result['content']:
                text = block['text']
                if len(text) >= SHORTEST and suspicious(text):
                    self._all(frame)
                    return
            if 'structuredContent' in result:
                self.frame(frame)

    def frame(self, frame: Frame) -> None:
        """Any frame. A text that was kept for the whole line is asked first; it is quicker than to walk through the message."""
        if frame.http is not None:
            self._http(frame)
        data = frame.data
        if data is None:
            if frame.raw and suspicious(frame.raw):
                self._value(frame, frame.raw, '', frame.where, 'text')
            return
        asked = type(data) is dict and data.get('method') == 'tools/call'
        if not frame.raw or asked or suspicious(frame.raw):
            self._all(frame)

    def _all(self, frame: Frame) -> None:
        left = VALUES
        for path, name, value in _strings(frame.data):
            left -= 1
            if left < 0:
                return
            if suspicious(value) or (len(value) > 5 and self._names.get(name, True) and self._speaks(name)):
                self._value(frame, value, name, f'{frame.where}{path}', 'field' if name else 'text')

    def _speaks(self, name: str) -> bool:
        """Whether a member's name promises a credential."""
        known = self._names.get(name)
        if known is None:
            from mcp_hooks.credentials import names
            known = names.read(name[:200]).kind in (names.SECRET, names.PASSWORD)
            if len(self._names) < 5000:
                self._names[name] = known
        return known

    def _http(self, frame: Frame) -> None:
        http = frame.http
        assert http is not None
        base = frame.where.removesuffix('.postData.text').removesuffix('.content.text')
        if frame.direction == C2S or not frame.direction:
            if suspicious(http.url) or '?' in http.url:
                self._value(frame, http.url, 'url', f'{base}.url', 'url')
            self._headers(frame, http.request_headers, base)
        if frame.direction != C2S:
            self._headers(frame, http.response_headers, base)

    def _headers(self, frame: Frame, headers: dict[str, str], base: str) -> None:
        for name, value in headers.items():
            if name not in _HARMLESS and len(value) > 5 and (self._speaks(name) or suspicious(value)):
                self._value(frame, value, name, f'{base}.headers.{name}', 'header')

    def _value(self, frame: Frame, value: str, name: str, path: str, where: str) -> None:
        from mcp_hooks.credentials.judge import Place, secrets
        key = name, value
        if key in self._harmless:
            return
        found = False
        for start, end in _windows(value):
            for verdict in secrets(value[start:end], Place(name[:200], where)):
                found = True
                self._note(frame, value[start:end][verdict.start:verdict.end], verdict, name, path, where)
        if not found and len(value) < 1000 and len(self._harmless) < KEPT:
            self._harmless.add(key)

    def _note(self, frame: Frame, secret: str, verdict: Verdict, name: str, path: str, where: str) -> None:
        self._learn(secret)
        if not self._report:
            return
        place = {'header': f'the header {name}', 'url': 'the address'}.get(where, verdict.name or name)
        message = f'{_article(place) if place else "a text"} holds a credential in plain text: {verdict.reason}'
        self.found(RULE, verdict.severity or ERROR, frame, path, message, RULE.help, f'credential {self._key(secret)}',
                   f'{where} {verdict.form} {_without_numbers(path)}', secret)

    def _learn(self, secret: str) -> None:
        """From here on it is masked in everything that is shown."""
        if secret not in self._secrets and len(self._secrets) < KEPT:
            self._secrets[secret] = None
            self._redactor = None

    def _key(self, secret: str) -> str:
        """Equal for equal credentials of this run, and of no use to anybody else."""
        import hashlib
        import os
        if not self._salt:
            self._salt = os.urandom(16).hex()
        return hashlib.sha256((self._salt + secret).encode('utf-8', 'surrogatepass')).hexdigest()

    # ---- masking ----

    def clean(self, text: str) -> str:
        """A text without the credentials that were found in this capture, and without those in itself."""
        if len(text) < 4:
            return text
        if suspicious(text):
            from mcp_hooks.credentials.judge import Place, secrets
            for start, end in _windows(text):
                for verdict in secrets(text[start:end], Place('', 'text')):
                    self._learn(text[start:end][verdict.start:verdict.end])
        if not self._secrets:
            return text
        if self._redactor is None:
            from mcp_hooks.redact import Redactor
            self._redactor = Redactor(self._secrets)
        cleaned: str = self._redactor.clean(text)
        return cleaned


def _strings(data: Any) -> Iterator[tuple[str, str, str]]:
    """(path below the message, name, text) of every string in a message, without recursion."""
    stack: list[tuple[str, str, Any]] = [('', '', data)]
    while stack:
        path, name, value = stack.pop()
        if type(value) is str:
            yield path, name, value
        elif type(value) is dict:
            binary = 'mimeType' in value
            stack.extend((f'{path}.{key}' if key.isidentifier() else f'{path}[{key[:200]!r}]', key, item)
                         for key, item in value.items()
                         if type(item) in (str, dict, list) and not (binary and key in _BINARY))
        elif type(value) is list:
            stack.extend((f'{path}[{index}]', name, item) for index, item in enumerate(value)
                         if type(item) in (str, dict, list))


def _windows(value: str) -> Iterator[tuple[int, int]]:
    """What of a text is judged: all of a short one, the surroundings of the runs of a long one."""
    if len(value) <= WHOLE:
        yield 0, len(value)
        return
    reach = at = 0
    for run in _telling(value):
        at = value.find(run, max(at, reach))
        if at >= 0:
            yield max(at - AROUND, reach), min(at + len(run) + AROUND, len(value))
            reach = at + len(run)


def _article(name: str) -> str:
    return name if name.startswith('the ') else f'"{name[:60]}"'


def _without_numbers(path: str) -> str:
    return '[]'.join(part.partition(']')[2] if index and part.partition(']')[0].isdigit() else part
                     for index, part in enumerate(path.split('[')))
