"""Frames through sessions through checks, to findings. Memory does not grow with the capture."""
from __future__ import annotations

from mcp_hooks.transcripts import event as _event
from mcp_hooks.transcripts import of_task
from mcp_hooks.transcripts.asking import RANK, Asking
from mcp_hooks.transcripts.counting import measure
from mcp_hooks.transcripts.credentials import RULE, Judge
from mcp_hooks.transcripts.learning import Learning
from mcp_hooks.transcripts.light import Light
from mcp_hooks.transcripts.lists import Lists
from mcp_hooks.transcripts.message import MESSAGE, OTHER, STDERR, entry_of, frame_of
from mcp_hooks.transcripts.noted import Noted
from mcp_hooks.transcripts.readers import BINARY, EMPTY, open_capture
from mcp_hooks.transcripts.report import FAIL, NOT_APPLICABLE, PASS, SessionReport
from mcp_hooks.transcripts.routes import NONE as NO_ROUTES
from mcp_hooks.transcripts.rules.schemas import forget_all
from mcp_hooks.transcripts.sessions import Sessions, maker
from mcp_hooks.transcripts.table import Table
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from mcp_hooks.findings import Finding
    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.message import Entry, Frame
    from mcp_hooks.transcripts.readers.stream import Stream
    from mcp_hooks.transcripts.session import Session

NOTIFICATION = _event.NOTIFICATION


class Options(NamedTuple):
    """``rules`` are the session rules selected, ``severities`` rule id → severity from the settings. ``revision`` (a Revision)
    and ``era`` force what the capture would otherwise decide; ``server`` limits the look to sessions of that name."""

    rules: tuple[Rule, ...] = ()
    severities: Mapping[str, str] = {}
    revision: Any = None
    era: str | None = None
    server: str = ''


class Inspection:
    """The look at one capture. ``watch`` is told each event with the worst severity of its own faults ('' for none)."""

    def __init__(self, name: str, options: Options, report: SessionReport,
                 watch: Callable[[Event, str], None] | None = None) -> None:
        self.name = name
        self.options = options
        self.report = report
        self.watch = watch
        self.lean = True  # see ``light``; a test turns it off
        self.table = Table(options.rules)
        self.lists = Lists()
        self.noted = Noted(name, options.severities)
        self.asking = Asking(self.table, options.severities, self.lists, self.noted)
        self.capture: Any = None
        self.sessions: Any = None
        self.before = self.frames = 0
        # what is found is masked in the report even where it is not to be reported
        self.judge = Judge(any(rule.id == RULE.id for rule in options.rules), self.noted.credential)
        self.noted.clean = self.judge.clean
        self.light = Light(self)
        self.learning = Learning(self.table)

    @property
    def secrets(self) -> dict[Finding, str]:
        """The credential a finding is about; it never leaves the process."""
        return self.noted.secrets

    @property
    def announce(self) -> Callable[[Finding], None] | None:
        """Is given each finding when it is first made."""
        return self.noted.announce

    @announce.setter
    def announce(self, told: Callable[[Finding], None] | None) -> None:
        self.noted.announce = told

    def clean(self, text: str) -> str:
        """A text of the capture as it may be shown: without credentials."""
        return self.judge.clean(text)

    def run(self, stream: Stream) -> None:
        """Read a binary stream to its end. Never raises for what it holds."""
        options = self.options
        capture = self.capture = open_capture(stream, self.name)
        self.sessions = Sessions(maker(options.revision, options.era, capture.ordered, lambda: capture.lossy))
        self.before = self.report.metrics.messages
        current: tuple[Session | None, str] = None, ''
        for batch in capture.batches():
            current = self._frames(batch, self.sessions, current)
        self.stop()

    def stop(self) -> None:
        """Bring the look to its end: the sessions end, the findings go into the report. ``run`` does it by itself."""
        if self.capture is None:
            return
        for session in self.sessions.rest():
            session.lossy = session.lossy or self.capture.lossy
            self._end(session)
        self._close(self.capture, self.report.metrics.messages - self.before)
        self.capture = None
        forget_all()

    def _frames(self, frames: Iterable[Frame | Entry], sessions: Sessions, current: tuple[Session | None, str]) -> tuple[
            Session | None, str]:
        """Feed some frames to their sessions. ``current`` is the session of the frame before them, and its name; so is what is
        returned."""
        watch, server, table = self.watch, self.options.server, self.table
        judge, metrics, asking = self.judge, self.report.metrics, self.asking
        takes, learning = self.light.takes, self.learning
        learn = learning.learn
        lean = self.lean and not server
        session, name = current
        frame: Frame
        for one in frames:
            self.frames += 1
            if type(one) is tuple:
                if session is not None and one[7] == name and lean and takes(session, one):
                    continue
                frame = frame_of(one)
            else:
                frame = one  # type: ignore[assignment]  # mypy does not narrow a union by ``type``
                if lean and frame.http is None and frame.session == name and session is not None and type(frame.data) is dict \
                        and frame.kind == MESSAGE and not frame.channel and takes(session, entry_of(frame)):
                    continue
            if server and frame.session.partition('#')[0] != server:
                self.frames -= 1
                continue
            data = frame.data
            single = type(data) is dict and frame.kind == MESSAGE
            http = frame.http is not None
            if session is None or http or frame.session != name or (single and data.get('method') == 'initialize'):
                session, name = sessions.of(frame), frame.session
                if sessions.ended:
                    for ended in sessions.ended:
                        self._end(ended)
                    sessions.ended.clear()
            if lean and http and single and takes(session, entry_of(frame), frame):
                continue
            known = None
            if single:
                known = self.lists.find(frame) if self.lean and 'result' in data else None
                session.count += 1
                session.has_http = session.has_http or http
                spoken = judge.spoken
                judge.frame(frame)
                events: Iterable[Event] = (session.message(frame, data, frame.where),)
            else:
                judge.frame(frame)
                if frame.kind == STDERR:
                    metrics.stderr += 1
                    continue
                if frame.kind == OTHER:
                    continue
                events = session.feed(frame)
            checks = table.http if http else table.plain
            for event in events:
                kind, method, era = event.kind, event.method, event.era
                chosen = checks[era][kind].get(method)
                if chosen is None:
                    chosen = table.of(era, kind, method, http)
                before = asking.faults
                worst = asking.ask(chosen, event) if known is None else asking.ask_of_list(chosen, event, known)
                if method in of_task.GIVE and (answer := of_task.answer(event)) is not None:
                    checks_of = table.of(answer.era, answer.kind, answer.method, http)
                    rest = asking.ask(tuple(one for one in checks_of if one[0].name in of_task.RULES), answer)
                    worst = max(worst, rest, key=RANK.__getitem__)
                if single and asking.faults == before:
                    learn(event, judge.spoken != spoken)
                if kind == NOTIFICATION:
                    metrics.notifications += 1
                else:
                    measure(metrics, event, self.name)
                if watch is not None:
                    watch(event, worst)
                session.settle(event)
                if session.routes is NO_ROUTES and session.initialized_seen:
                    learning.share(session)
        return session, name

    def _end(self, session: Session) -> None:
        metrics = self.report.metrics
        event = session.end()
        self.asking.ask(self.table.of(None, _event.END, '', False), event)
        if self.watch is not None:
            self.watch(event, '')
        if session.count:
            metrics.sessions += 1
            date = getattr(session.revision, 'date', None) or 'unknown'
            metrics.revisions[date] = metrics.revisions.get(date, 0) + 1
            metrics.unanswered += session.forgotten + sum(len(waiting) for waiting in session.open.values())
        session.release()

    def _close(self, capture: Any, messages: int) -> None:
        report, frames = self.report, self.frames
        report.metrics.clean(self.clean)
        faulty = self.noted.tell(report)
        report.errors += [(self.name, broken) for broken in self.asking.broken]
        applied = self.table.applied()
        for rule in self.options.rules:
            if report.checks.get(rule.name) == NOT_APPLICABLE and (rule.id in applied or (rule.id == RULE.id and frames)):
                report.checks[rule.name] = PASS
        for rule in self.options.rules:
            if rule.id in faulty:
                report.checks[rule.name] = FAIL
        if self.noted.dropped:
            report.notes.append(f'{self.name}: {self.noted.dropped} more faults of other kinds are not listed.')
        report.notes += [f'{self.name}: {text}' for text in capture.trouble]
        if capture.form == EMPTY:
            report.notes.append(f'{self.name}: the file is empty, no message was judged.')
        elif capture.form == BINARY or not (capture.recognised or messages or frames):
            report.errors.append((self.name, 'not a capture: it holds no JSON-RPC message in any of the forms that '
                                             'docs/transcripts.md lists'))
            return
        elif not messages and self.options.server:
            report.notes.append(f'{self.name}: no message of a server {self.options.server!r} in this capture.')
        elif not messages:
            report.notes.append(f'{self.name}: no protocol messages in this capture'
                                + (', only standard error and remarks of the recorder.' if frames else '.'))
        report.checked.append(self.name)


def inspect(stream: Stream, name: str, options: Options, report: SessionReport | None = None,
            watch: Callable[[Event, str], None] | None = None) -> SessionReport:
    """Judge one capture. ``stream`` is binary; ``name`` is the path that findings carry."""
    report = report if report is not None else SessionReport(options.rules)
    Inspection(name, options, report, watch).run(stream)
    return report
