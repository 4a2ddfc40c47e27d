"""Sampling: conversations with tools in them."""
from __future__ import annotations

from mcp_hooks.transcripts.event import REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, WARNING, named, revision_of, rule, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

CREATE = ('sampling/createMessage',)


def _blocks(message: Any) -> list[dict[str, Any]]:
    content = message.get('content') if type(message) is dict else None
    return [block for block in (content if type(content) is list else [content]) if type(block) is dict]


def _of(blocks: list[dict[str, Any]], kind: str, member: str) -> list[Any]:
    return [block.get(member) for block in blocks if block.get('type') == kind]


@on(REQUEST, methods=CREATE)
def conversation(event: Event) -> Faults:
    messages = event.params.get('messages')
    if type(messages) is not list or 'sampling-tools' not in revision_of(event).features:
        return CLEAN
    return conversation_faults(messages, 'params.messages')


def conversation_faults(messages: list[Any], at: str) -> Iterator[Fault]:
    waiting: list[Any] = []  # ids of tool uses that the next message has to answer
    seen: set[Any] = set()
    for index, message in enumerate(messages):
        place = f'{at}[{index}]'
        blocks = _blocks(message)
        answers = _of(blocks, 'tool_result', 'toolUseId')
        if answers and len(answers) != len(blocks):
            yield Fault(f'{place} mixes tool results with other content; a message with tool results has nothing else',
                        at=f'{place}.content', key='mixed')
        if not all(isinstance(each, str) for each in answers):
            answers, waiting = [], []  # a result without the id of its use is a fault of its own
        missing = [each for each in waiting if each not in answers]
        if missing:
            yield Fault(f'{place} must answer the tool use {named(missing[0])} of the message before', at=f'{place}.content',
                        key='unanswered use')
        surplus = [each for each in answers if each not in waiting]
        if surplus and not missing:
            yield Fault(f'{place} answers the tool use {named(surplus[0])}, which the message before does not have',
                        at=f'{place}.content', key='surplus result')
        waiting = _of(blocks, 'tool_use', 'id')
        for each in waiting:
            if isinstance(each, str) and each in seen:
                yield Fault(f'{place} has a tool use with the id {named(each)}, which was used before', at=f'{place}.content',
                            key='tool use id')
            if isinstance(each, str):
                seen.add(each)
    if waiting:
        yield Fault(f'the last message uses the tool call {named(waiting[0])} and nothing answers it',
                    at=f'{at}[{len(messages) - 1}]',
                    key='unanswered use')


@on(RESPONSE, methods=CREATE)
def answer(event: Event) -> Faults:
    result, request = event.result, event.request
    if type(result) is not dict or request is None or 'sampling-tools' not in revision_of(event).features:
        return CLEAN
    return answer_faults(request.params, result, 'result')


def answer_faults(asked: dict[str, Any], result: dict[str, Any], at: str) -> Faults:
    uses = _of(_blocks(result), 'tool_use', 'id')
    choice = asked.get('toolChoice')
    mode = choice.get('mode') if type(choice) is dict else None
    if result.get('stopReason') == 'toolUse' and not uses:
        return Fault(f'{at}.stopReason is "toolUse" and no block of the content is a tool_use', at=f'{at}.stopReason',
                     severity=WARNING, key='stopReason'),
    if uses and (mode == 'none' or 'tools' not in asked):
        why = 'toolChoice is "none"' if mode == 'none' else 'the request names no tools'
        return Fault(f'{at}.content has a tool_use although {why}', at=f'{at}.content', key='unasked use'),
    if mode == 'required' and not uses:
        return Fault(f'{at}.content has no tool_use although toolChoice is "required"', at=f'{at}.content', key='required use'),
    return CLEAN


_sampling = spec('2025-11-25', 'client/sampling')
RULES = (
    rule('MCP740', 'sampling-messages', ERROR, 'Tool uses and tool results in sampling messages do not belong together.',
         'Let a user message with tool results follow each assistant message with tool uses, one result for each use and '
         'nothing else. (2025-11-25, Sampling, Message Content Constraints: "When a user message contains tool results (type: '
         '"tool_result"), it MUST contain ONLY tool results."; "every assistant message containing ToolUseContent blocks MUST '
         'be followed by a user message that consists entirely of ToolResultContent blocks")', _sampling, conversation),
    rule('MCP741', 'sampling-answer', ERROR, 'The answer to a sampling request uses tools against what was asked.',
         'Heed tools and toolChoice of the request. (2025-11-25, Sampling, Tool Choice Modes: required: "Model MUST use at '
         'least one tool before completing"; none: "Model MUST NOT use any tools")', _sampling, answer),
)
