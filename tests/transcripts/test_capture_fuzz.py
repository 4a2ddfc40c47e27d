"""Captures with their bytes and messages damaged: a report, never a traceback. MCP_HOOKS_FUZZ=20000 for the long run."""

from __future__ import annotations

import io
import os
import random

import mutations
import pytest
from captures import FORMATS
from sessions_for_tests import legacy, modern

from mcp_hooks.transcripts.checking import Inspection, Options
from mcp_hooks.transcripts.page import Pages, render
from mcp_hooks.transcripts.printing import as_json, as_text
from mcp_hooks.transcripts.report import SessionReport
from mcp_hooks.transcripts.rules import session_rules
from mcp_hooks.transcripts.timeline import Timeline

RULES = session_rules()
ROUNDS = int(os.environ.get('MCP_HOOKS_FUZZ', '300'))
NAMES = list(FORMATS)


def one(seed: int) -> None:
    rng = random.Random(seed)
    name = NAMES[seed % len(NAMES)]
    render_capture, _, whole = FORMATS[name]
    said = legacy(2) if rng.random() < 0.5 else modern(2)
    if whole and rng.random() < 0.7:
        said = mutations.session(rng, said)
    try:
        text = render_capture(said)
    except (TypeError, KeyError, AttributeError, IndexError):
        text = FORMATS['tee'][0](said)  # a recorder cannot write every damaged message down
    data = mutations.text(rng, text)
    report = SessionReport(RULES)
    inspection = Inspection('capture.log', Options(RULES), report)
    timeline, page = Timeline(), Pages('capture.log', inspection.clean)

    def watch(event, mark):  # type: ignore[no-untyped-def]
        timeline.watch(event, mark)
        page.watch(event, mark)

    inspection.watch = watch
    inspection.run(io.BytesIO(data))
    report.sort()
    internal = [message for _, message in report.errors if 'not a capture' not in message]
    assert internal == [], (seed, name, internal)
    as_json(report)
    as_text(report, {'capture.log': timeline})
    render(report, [page])


@pytest.mark.parametrize('start', range(0, ROUNDS, 100))
def test_damaged_captures(start: int) -> None:
    for seed in range(start, min(start + 100, ROUNDS)):
        one(seed)
