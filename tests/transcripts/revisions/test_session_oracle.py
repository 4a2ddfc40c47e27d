"""Our verdict on every example message, with one field dropped or replaced, against the models of the types package.

What the models refuse, the checks report. Where the checks report what the models let pass, a row of ``BECAUSE`` quotes why.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip('mcp_types.methods')

import type_examples as examples

RETRYABLE = ('tools/call', 'prompts/get', 'resources/read')


def rules_of(faults: list[str]) -> set[str]:
    return {fault.split()[1] for fault in faults}


# (why, whether a difference is explained by it)
BECAUSE: tuple[tuple[str, Any], ...] = (
    (
        'schema.ts writes optional members as `member?: T`; null is no value of T, and the models allow None for every '
        'optional member',
        lambda case, path, what, faults: what == 'NoneType',
    ),
    (
        'JSON Schema 2020-12 Core, 4.2.1: true and false are of the primitive type boolean, not number; the models take true '
        'for 1',
        lambda case, path, what, faults: (
            what == 'bool'
            and rules_of(faults)
            <= {
                'params-fields',
                'result-fields',
                'content-block',
                'meta-value',
                'cache-fields',
                'input-required',
                'subscription',
            }
        ),
    ),
    (
        '2026-07-28, MRTR, Server Requirements: "Servers MUST include at least one of inputRequests or requestState in every '
        'InputRequiredResult response."; the union of the models lets any object with a resultType pass as one',
        lambda case, path, what, faults: case.version == '2026-07-28' and case.what == 'result' and case.method in RETRYABLE,
    ),
    (
        '2026-07-28, Base Protocol, Per-response protocol fields: io.modelcontextprotocol/serverInfo is an Implementation; the '
        'models leave it open',
        lambda case, path, what, faults: 'io.modelcontextprotocol/serverInfo' in path and rules_of(faults) == {'meta-value'},
    ),
    (
        '2026-07-28, Base Protocol: "On notifications delivered via a subscriptions/listen stream, the server MUST include '
        'io.modelcontextprotocol/subscriptionId in _meta"; Subscriptions: "The value is the JSON-RPC ID of the '
        'subscriptions/listen request."; optional in the models',
        lambda case, path, what, faults: rules_of(faults) == {'subscription'},
    ),
    (
        '2025-11-25, Base Protocol, JSON Schema Usage: "Schemas MUST be valid according to their declared or default dialect"; '
        'the models take any object',
        lambda case, path, what, faults: (
            rules_of(faults) <= {'schema-invalid', 'tool-input-schema'} and any('Schema' in str(step) for step in path)
        ),
    ),
    (
        '2025-11-25, Elicitation, Requested Schema: "form mode elicitation schemas are limited to flat objects with primitive '
        'properties only"; of a union of models the loosest decides',
        lambda case, path, what, faults: rules_of(faults) == {'requested-schema'} and 'requestedSchema' in path,
    ),
    (
        '2026-07-28, Discovery: supportedVersions lists the versions the server supports, so the one it answers in among them',
        lambda case, path, what, faults: rules_of(faults) == {'discover-result'} and 'supportedVersions' in path,
    ),
)


@pytest.fixture(scope='module')
def differences() -> list[tuple[Any, tuple[Any, ...], str, bool, list[str]]]:
    found = []
    seen: set[Any] = set()
    for case in examples.cases():
        for path, what, body in examples.mutations(case, seen):
            accepted, faults = examples.model_accepts(case, body), examples.our_faults(case, body)
            if accepted == bool(faults):
                found.append((case, path, what, accepted, faults))
    return found


def test_right_examples_are_right_for_both():
    count = 0
    for case in examples.cases():
        count += 1
        assert examples.model_accepts(case, case.body), case
        expected = set()
        if (
            case.method in ('notifications/resources/updated', 'notifications/subscriptions/acknowledged')
            and '_meta' not in case.body
        ):
            expected = {'subscription'} if case.version == '2026-07-28' else set()  # see BECAUSE
        assert rules_of(examples.our_faults(case, case.body)) == expected, case
    assert count > 200


def test_what_the_models_refuse_is_reported(differences):
    assert [each for each in differences if not each[3]] == []


def test_what_only_we_report_is_explained(differences):
    used: Counter[str] = Counter()
    for case, path, what, accepted, faults in differences:
        if accepted:
            why = next((text for text, explains in BECAUSE if explains(case, path, what, faults)), None)
            assert why is not None, (case.version, case.what, case.method, examples.plain_path(path), what, faults)
            used[why] += 1
    assert [text for text, _ in BECAUSE if not used[text]] == []
