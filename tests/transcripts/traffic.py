"""Real traffic: a server and a client of the Python SDK talk, and a tee writes down what passes. Nothing is recorded by hand.

Over streams (what stdio carries, in one process) and over HTTP (a real server on a local port), in both eras.
"""

from __future__ import annotations

import base64
import json
import threading
import time
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

import anyio
import httpx2
import mcp_types as types
import uvicorn
from mcp.client.client import Client
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim, advertise
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.shared.memory import create_client_server_memory_streams

TASKS, APPS = 'io.modelcontextprotocol/tasks', 'io.modelcontextprotocol/ui'
PAGE = 'text/html;profile=mcp-app'
TIMES = {'createdAt': '2026-11-30T10:00:00Z', 'lastUpdatedAt': '2026-11-30T10:00:01Z', 'ttlMs': 60000, 'pollIntervalMs': 10}
ADD = {'type': 'object', 'properties': {'a': {'type': 'integer'}, 'b': {'type': 'integer'}}, 'required': ['a', 'b']}
SUM = {'type': 'object', 'properties': {'sum': {'type': 'integer'}}, 'required': ['sum']}
FORM = {'type': 'object', 'properties': {'name': {'type': 'string'}}, 'required': ['name']}
OBJECT = {'type': 'object'}
PATIENCE = 600  # seconds; nothing here is decided by the clock, but for the end of a talk that stands still
HANGING = threading.Event()
ROUTE = {'type': 'object', 'properties': {'region': {'type': 'string', 'x-mcp-header': 'Region'}}}
PIXEL = base64.b64encode(b'not really a picture').decode()
TOOLS = [
    types.Tool(name='add', description='Adds', input_schema=ADD, output_schema=SUM),
    types.Tool(name='slow', input_schema=OBJECT, annotations=types.ToolAnnotations(read_only_hint=True)),
    types.Tool(name='ask', input_schema=OBJECT),
    types.Tool(name='sample', input_schema=OBJECT),
    types.Tool(name='roots', input_schema=OBJECT),
    types.Tool(name='fail', input_schema=OBJECT),
    types.Tool(name='show', input_schema=OBJECT),
    types.Tool(name='hang', input_schema=OBJECT),
    types.Tool(name='change', input_schema=OBJECT),
    types.Tool(name='link', input_schema=OBJECT),
    types.Tool(
        name='page', input_schema=OBJECT, _meta={'ui': {'resourceUri': 'ui://demo/page', 'visibility': ['model', 'app']}}
    ),
    types.Tool(name='later', input_schema=OBJECT),
    types.Tool(name='route', input_schema=ROUTE),
]
QUESTIONS: dict[str, Any] = {
    'ask': types.ElicitRequest(params=types.ElicitRequestFormParams(message='Who?', requested_schema=FORM)),
    'sample': types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(
            max_tokens=5, messages=[types.SamplingMessage(role='user', content=types.TextContent(type='text', text='Say hi'))]
        )
    ),
    'roots': types.ListRootsRequest(),
}


def text(value: str) -> types.TextContent:
    return types.TextContent(type='text', text=value)


def make_server(bus: InMemorySubscriptionBus) -> Server[Any]:
    async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
        cursor = params.cursor if params is not None else None
        if cursor is None:
            return types.ListToolsResult(tools=TOOLS[:6], next_cursor='page-2')
        return types.ListToolsResult(tools=TOOLS[6:])

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> Any:
        name, arguments = params.name, params.arguments or {}
        modern = ctx.session.protocol_version >= '2026'
        if name == 'add':
            total = arguments['a'] + arguments['b']
            return types.CallToolResult(content=[text(json.dumps({'sum': total}))], structured_content={'sum': total})
        if name == 'slow':
            for step in (1, 2, 3):
                await ctx.session.report_progress(step, 3, f'step {step}')
                await ctx.session.send_log_message('info', f'step {step}', 'demo', ctx.request_id)
            return types.CallToolResult(content=[text('done')])
        if name in QUESTIONS:
            if modern:
                if params.input_responses is None:
                    return types.InputRequiredResult(input_requests={'q': QUESTIONS[name]}, request_state='state-1')
                return types.CallToolResult(content=[text('thanks')])
            kinds = {'ask': types.ElicitResult, 'sample': types.CreateMessageResult, 'roots': types.ListRootsResult}
            await ctx.session.send_request(QUESTIONS[name], kinds[name])
            return types.CallToolResult(content=[text('thanks')])
        if name == 'show':
            return types.CallToolResult(
                content=[
                    types.ImageContent(type='image', data=PIXEL, mime_type='image/png'),
                    types.EmbeddedResource(type='resource', resource=types.TextResourceContents(uri='demo://a', text='x')),
                    types.ResourceLink(type='resource_link', uri='demo://a', name='a'),
                ]
            )
        if name == 'hang':
            HANGING.set()
            await anyio.sleep(PATIENCE)
        if name == 'change':
            if modern:
                await bus.publish(ToolsListChanged())
            else:
                await ctx.session.send_tool_list_changed()
                await ctx.session.send_resource_updated('demo://a')
            return types.CallToolResult(content=[text('changed')])
        if name == 'fail':
            return types.CallToolResult(content=[text('no luck')], is_error=True)
        if name == 'later' and modern:
            return {'resultType': 'task', 'taskId': 'task-1', 'status': 'working', **TIMES}
        if name in ('page', 'later', 'route'):
            return types.CallToolResult(content=[text('here')])
        if name == 'link' and not modern:
            await ctx.session.elicit_url('Sign in', 'https://x.example/sign-in', 'e-1', ctx.request_id)
            await ctx.session.send_elicit_complete('e-1', ctx.request_id)
            return types.CallToolResult(content=[text('linked')])
        if name == 'link':
            return types.CallToolResult(content=[text('linked')])
        raise types_error(-32602, f'Unknown tool: {name}')

    async def list_resources(ctx: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri='demo://a', name='a', mime_type='text/plain', size=1),
                types.Resource(uri='ui://demo/page', name='page', mime_type=PAGE),
            ]
        )

    async def list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[types.ResourceTemplate(uri_template='demo://item/{id}', name='item')]
        )

    async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if str(params.uri) == 'ui://demo/page':
            return types.ReadResourceResult(
                contents=[
                    types.TextResourceContents(uri='ui://demo/page', mime_type=PAGE, text='<!doctype html><title>demo</title>')
                ]
            )
        if str(params.uri) != 'demo://a':
            code = -32602 if ctx.session.protocol_version >= '2026' else -32002
            raise types_error(code, f'Resource not found: {params.uri}')
        return types.ReadResourceResult(
            contents=[
                types.TextResourceContents(uri='demo://a', text='x', mime_type='text/plain'),
                types.BlobResourceContents(uri='demo://a', blob=PIXEL),
            ]
        )

    async def empty(ctx: Any, params: Any) -> types.EmptyResult:
        return types.EmptyResult()

    async def list_prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[types.Prompt(name='review', arguments=[types.PromptArgument(name='code', required=True)])]
        )

    async def get_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return types.GetPromptResult(messages=[types.PromptMessage(role='user', content=text('Review this'))])

    async def complete(ctx: Any, params: Any) -> types.CompleteResult:
        return types.CompleteResult(completion=types.Completion(values=['a', 'b'], total=2, has_more=False))

    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        server: Server[Any] = Server(
            'demo',
            version='1.0',
            on_list_tools=list_tools,
            on_call_tool=call_tool,
            on_list_resources=list_resources,
            on_list_resource_templates=list_templates,
            on_read_resource=read_resource,
            on_subscribe_resource=empty,
            on_unsubscribe_resource=empty,
            on_subscriptions_listen=ListenHandler(bus),
            on_list_prompts=list_prompts,
            on_get_prompt=get_prompt,
            on_completion=complete,
            on_set_logging_level=empty,
        )
    polls: list[str] = []

    async def get_task(ctx: Any, params: TaskParams) -> Any:
        polls.append(params.task_id)
        if len(polls) == 1:
            return {'resultType': 'complete', 'taskId': params.task_id, 'status': 'working', **TIMES}
        result = {'content': [{'type': 'text', 'text': 'at last'}], 'resultType': 'complete'}
        return {'resultType': 'complete', 'taskId': params.task_id, 'status': 'completed', 'result': result, **TIMES}

    server.extensions = {TASKS: {}, APPS: {}}
    server.add_request_handler('tasks/get', TaskParams, get_task)
    return server


def types_error(code: int, message: str) -> Exception:
    from mcp.shared.exceptions import MCPError

    return MCPError(code, message)


class TaskParams(types.RequestParams):
    task_id: str


class TaskGet(types.Request[TaskParams, Literal['tasks/get']]):
    method: Literal['tasks/get'] = 'tasks/get'
    name_param = 'taskId'
    params: TaskParams


class Handle(types.Result):
    result_type: Literal['task'] = 'task'
    task_id: str
    status: str


class Polled(types.Result):
    status: str
    result: dict[str, Any] | None = None


class Tasks(ClientExtension):
    """Asks until the task has its result."""

    identifier = TASKS

    def claims(self) -> list[ResultClaim[Any]]:
        return [ResultClaim(result_type='task', model=Handle, resolve=self.resolve)]

    async def resolve(self, handle: Handle, ctx: ClaimContext) -> types.CallToolResult:
        while True:
            await anyio.sleep(0.01)
            got = await ctx.session.send_request(TaskGet(params=TaskParams(task_id=handle.task_id)), Polled)
            if got.result is not None:
                return types.CallToolResult.model_validate(got.result)


# ---- the client's side ----


def make_client(target: Any, mode: str) -> Client:
    async def elicit(ctx: Any, params: Any) -> types.ElicitResult:
        if getattr(params, 'mode', None) == 'url':
            return types.ElicitResult(action='accept')
        return types.ElicitResult(action='accept', content={'name': 'Ada'})

    async def sample(ctx: Any, params: Any) -> types.CreateMessageResult:
        return types.CreateMessageResult(role='assistant', content=text('hi'), model='demo', stop_reason='endTurn')

    async def roots(ctx: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri='file:///srv/demo', name='demo')])

    async def log(params: Any) -> None:
        return None

    return Client(
        target,
        mode=mode,
        elicitation_callback=elicit,
        sampling_callback=sample,
        list_roots_callback=roots,
        logging_callback=log,
        log_level='debug',
        cache=None,
        extensions=[Tasks(), advertise(APPS, {'mimeTypes': [PAGE]})],
    )


async def until(come: Callable[[], object]) -> None:
    with anyio.fail_after(PATIENCE):
        while not come():
            await anyio.sleep(0.01)


async def talk_to(client: Client, modern: bool, http: Recorder | None = None) -> None:
    """Use everything once. What is written down must not depend on who is quicker."""

    async def progress(value: float, total: float | None, message: str | None) -> None:
        return None

    page = await client.list_tools()
    await client.list_tools(cursor=page.next_cursor)
    await client.list_prompts()
    await client.list_resources()
    await client.list_resource_templates()
    if not modern:
        if http is not None:  # or the server's own questions go nowhere
            await until(lambda: http.answer('GET'))
        await client.send_ping()
        await client.set_logging_level('debug')
        await client.subscribe_resource('demo://a')
    await client.call_tool('add', {'a': 2, 'b': 3})
    await client.call_tool('slow', progress_callback=progress)
    for name in ('ask', 'sample', 'roots', 'show', 'fail', 'link', 'page', 'later'):
        await client.call_tool(name)
    await client.call_tool('route', {'region': 'zürich'})
    try:
        await client.call_tool('nothing')
    except Exception:
        pass
    await client.get_prompt('review', {'code': 'x'})
    await client.complete(types.PromptReference(type='ref/prompt', name='review'), {'name': 'code', 'value': 'a'})
    await client.read_resource('demo://a')
    await client.read_resource('ui://demo/page')
    try:
        await client.read_resource('demo://none')
    except Exception:
        pass
    HANGING.clear()
    async with anyio.create_task_group() as group:
        group.start_soon(client.call_tool, 'hang')
        await until(HANGING.is_set)
        if http is not None and not modern:
            await until(lambda: http.answer('hang'))
        group.cancel_scope.cancel()
    if modern:
        async with client.listen(tools_list_changed=True, resource_subscriptions=['demo://a']) as stream:
            await client.call_tool('change')
            with anyio.fail_after(PATIENCE):
                async for _ in stream:
                    break
    else:
        await client.call_tool('change')
        await client.unsubscribe_resource('demo://a')
        await client.send_roots_list_changed()
    await client.call_tool('add', {'a': 1, 'b': 1})
    if http is not None and not modern:  # its server answers what was cancelled
        await until(lambda: (http.answer('hang') or {}).get('content', {}).get('text'))


# ---- over streams ----


class Tee:
    """A stream that writes down what is sent into it."""

    def __init__(self, stream: Any, direction: str, lines: list[dict[str, Any]]) -> None:
        self._stream, self._direction, self._lines = stream, direction, lines

    async def send(self, item: Any) -> None:
        message = json.loads(item.message.model_dump_json(by_alias=True, exclude_unset=True))
        self._lines.append(
            {'t': round(time.time(), 3), 'from': 'client' if self._direction == 'c2s' else 'server', 'message': message}
        )
        await self._stream.send(item)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Tee:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()


def over_streams(mode: str) -> list[dict[str, Any]]:
    """What passes between client and server, one record for each message, as a recorder of stdio writes it."""
    lines: list[dict[str, Any]] = []
    server = make_server(InMemorySubscriptionBus())

    @asynccontextmanager
    async def transport() -> AsyncIterator[Any]:
        async with create_client_server_memory_streams() as ((client_read, client_write), (server_read, server_write)):
            done = anyio.Event()

            async def run() -> None:
                options = server.create_initialization_options(NotificationOptions(tools_changed=True, resources_changed=True))
                await server.run(server_read, Tee(server_write, 's2c', lines), options)
                done.set()

            async with anyio.create_task_group() as group:
                group.start_soon(run)
                yield client_read, Tee(client_write, 'c2s', lines)
                await client_write.aclose()
                with anyio.move_on_after(60):
                    await done.wait()
                group.cancel_scope.cancel()

    async def main() -> None:
        async with make_client(transport(), mode) as client:
            await talk_to(client, mode != 'legacy')

    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        anyio.run(main)
    return lines


# ---- over HTTP ----


class Recorder(httpx2.AsyncHTTPTransport):
    """Keeps every exchange as a HAR entry; bodies are read as they pass."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[dict[str, Any]] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        begin = time.time()
        entry: dict[str, Any] = {}
        self.entries.append(entry)
        response = await super().handle_async_request(request)
        body: list[bytes] = []
        entry |= {
            'startedDateTime': datetime.fromtimestamp(begin, UTC).isoformat(),
            'time': 0.0,
            'request': {
                'method': request.method,
                'url': str(request.url),
                'headers': pairs(request.headers),
                'postData': {'mimeType': 'application/json', 'text': request.content.decode()},
            },
            'response': {
                'status': response.status_code,
                'headers': pairs(response.headers),
                'content': {'mimeType': response.headers.get('content-type', ''), 'text': body},
            },
        }
        if not request.content:
            del entry['request']['postData']

        def done() -> None:
            entry['time'] = (time.time() - begin) * 1000

        response.stream = Passing(response.stream, body, done)
        return response

    def answer(self, what: str) -> dict[str, Any] | None:
        """The response, as far as it has come, to the last request of a method of HTTP or for a tool."""
        for entry in reversed(self.entries):
            request = entry.get('request', {})
            if what == request.get('method') or f'"name":"{what}"' in request.get('postData', {}).get('text', ''):
                return dict(entry['response'])
        return None

    def har(self) -> dict[str, Any]:
        self.entries = [entry for entry in self.entries if entry]
        for entry in self.entries:
            content = entry['response']['content']
            content['text'] = b''.join(content['text']).decode() if isinstance(content['text'], list) else content['text']
        return {'log': {'version': '1.2', 'entries': self.entries}}


class Passing(httpx2.AsyncByteStream):
    def __init__(self, stream: Any, body: list[bytes], done: Callable[[], None]) -> None:
        self._stream, self._body, self._done = stream, body, done

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._body.append(chunk)
            self._done()
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def pairs(headers: Any) -> list[dict[str, str]]:
    return [{'name': name, 'value': value} for name, value in headers.items()]


def over_http(mode: str) -> dict[str, Any]:
    """A HAR of the same talk over Streamable HTTP."""
    server = make_server(InMemorySubscriptionBus())
    changes = NotificationOptions(tools_changed=True, resources_changed=True)
    server.create_initialization_options = partial(server.create_initialization_options, changes)  # type: ignore[method-assign]
    running = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), port=0, log_level='error', ws='none'))
    thread = threading.Thread(target=running.run, daemon=True)
    recorder = Recorder()

    async def main() -> None:
        port = running.servers[0].sockets[0].getsockname()[1]
        http = httpx2.AsyncClient(transport=recorder, timeout=PATIENCE)
        client = make_client(streamable_http_client(f'http://127.0.0.1:{port}/mcp', http_client=http), mode)
        async with http, client:
            await talk_to(client, mode != 'legacy', recorder)

    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        thread.start()
        while not running.started and thread.is_alive():
            time.sleep(0.02)
        try:
            anyio.run(main)
        finally:
            running.should_exit = True
            thread.join(60)
    return recorder.har()
