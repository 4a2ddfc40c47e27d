"""Checks are asked of an event, and what they say is noted."""
from __future__ import annotations

from mcp_hooks.transcripts.lists import circumstances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.transcripts.event import Event, Fault
    from mcp_hooks.transcripts.lists import Known, Lists
    from mcp_hooks.transcripts.noted import Noted
    from mcp_hooks.transcripts.table import Chosen, Table

RANK = {'error': 3, 'warning': 2, 'note': 1, '': 0}


class Asking:
    """``faults`` counts what was said. ``broken`` are sentences about checks that failed themselves."""

    __slots__ = ('_lists', '_noted', '_severities', '_table', 'broken', 'faults')

    def __init__(self, table: Table, severities: Mapping[str, str], lists: Lists, noted: Noted) -> None:
        self._table = table
        self._severities = severities
        self._lists = lists
        self._noted = noted
        self.faults = 0
        self.broken: list[str] = []

    def ask(self, checks: Chosen, event: Event) -> str:
        """Ask some checks of an event. Gives the worst severity of its own faults, '' where there is none."""
        worst = ''
        for rule, check in checks:
            try:
                faults = check(event)
                if faults:
                    for fault in faults:
                        worst = self._fault(rule, fault, event, worst)
            except Exception as error:
                self._failed(rule, error)
        return worst

    def ask_of_list(self, checks: Chosen, event: Event, known: Known) -> str:
        """``ask`` of an answer with definitions of tools: what was said of the same definitions is said again."""
        where = circumstances(event)
        if where is None:
            return self.ask(checks, event)
        pages = event.session.memory.get('names')
        if pages:
            pages.pop(event.method, None)  # this list is whole: what a page of another had does not count any more
        pure, others = self._lists.parted(checks)
        said = known.said.get(where)
        if said is None:
            said, broken = [], False
            for rule, check in pure:
                try:
                    said.extend((rule, fault) for fault in check(event))
                except Exception as error:
                    self._failed(rule, error)
                    broken = True
            if not broken:
                self._lists.keep(known, where, said)
        worst = ''
        for rule, fault in said:
            worst = self._fault(rule, fault, event, worst)
        rest = self.ask(others, event)
        return max(worst, rest, key=RANK.__getitem__)

    def _fault(self, rule: Rule, fault: Fault, event: Event, worst: str) -> str:
        """Note a fault; gives the worst severity of the event so far."""
        self.faults += 1
        severity = self._severities.get(rule.id) or fault.severity or rule.severity
        at = fault.event if fault.event is not None else event
        self._noted.found(rule, severity, at.frame, _path(at.where, fault.at), fault.message, fault.help or rule.help,
                          fault.key or fault.message, at.session.id)
        if at is not event or worst == 'error' or (worst == 'warning' and severity == 'note'):
            return worst
        return severity

    def _failed(self, rule: Rule, error: Exception) -> None:
        """A check that raises is our mistake: it is named, and the others go on. What it said may hold text of the capture."""
        self.faults += 1
        if rule.id in self._table.broken:
            return  # by a route that was there before
        self._table.drop(rule)
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        at = f' at line {trace.tb_lineno} of {trace.tb_frame.f_code.co_name}' if trace is not None else ''
        self.broken.append(f'the check {rule.name} failed with {type(error).__name__}{at}; please report it, the other checks '
                           'went on')


def _path(where: str, at: str) -> str:
    if not at:
        return where
    return f'{where}{at}' if at[0] == '[' else f'{where}.{at}'
