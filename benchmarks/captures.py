#!/usr/bin/env python3
"""How fast `inspect` is, against a loop of json.loads over the same lines in the same run, and how much memory it takes.

    python benchmarks/captures.py                    # 200 MB of lines of each kind
    python benchmarks/captures.py --mb 2000 --kind recorder
    python benchmarks/captures.py --kind plain --kind modern --runs 5

Each kind is a session of tool calls, results and progress, made anew: `plain` messages, a `recorder`'s wrapper around them, the
`modern` era, and `long` results of some 2 kB. The ratio is the processor time of the loop by that of ours: 1.0 would be as fast
as parsing.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

WORDS = (
    'repository',
    'status',
    'branch',
    'master',
    'nothing',
    'commit',
    'working',
    'tree',
    'clean',
    'quick',
    'brown',
    'fox',
    'jumps',
    'over',
    'lazy',
    'dog',
    'value',
    'list',
    'item',
    'entry',
    'query',
    'result',
    'page',
    'next',
    'table',
)
LOOP = """
import json, sys, time
for line in open(sys.argv[1]):
    json.loads(line)
print(time.process_time(), 0)
"""
OURS = """
import resource, sys, time
from mcp_hooks.cli import main
main(['inspect', '--format', 'json', '--output', sys.argv[2], sys.argv[1]])
print(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': {'name': 'probe', 'version': '1'},
    'io.modelcontextprotocol/clientCapabilities': {'elicitation': {'form': {}}},
}
TOOL = {
    'name': 'search',
    'description': 'Looks for it.',
    'inputSchema': {'type': 'object', 'properties': {'q': {'type': 'string'}, 'limit': {'type': 'integer'}}},
}


def legacy(words: int) -> Iterator[tuple[str, dict[str, Any]]]:
    rng = random.Random(1)
    client = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'probe', 'version': '1'}}
    server = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'demo', 'version': '1'}}
    yield 'c2s', {'jsonrpc': '2.0', 'id': 0, 'method': 'initialize', 'params': client}
    yield 's2c', {'jsonrpc': '2.0', 'id': 0, 'result': server}
    yield 'c2s', {'jsonrpc': '2.0', 'method': 'notifications/initialized'}
    yield 'c2s', {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}
    yield 's2c', {'jsonrpc': '2.0', 'id': 1, 'result': {'tools': [TOOL]}}
    number = 2
    while True:
        arguments = {'q': ' '.join(rng.choices(WORDS, k=6)), 'limit': 10}
        params = {'name': 'search', 'arguments': arguments, '_meta': {'progressToken': number}}
        yield 'c2s', {'jsonrpc': '2.0', 'id': number, 'method': 'tools/call', 'params': params}
        progress = {'progressToken': number, 'progress': 1, 'total': 2}
        yield 's2c', {'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': progress}
        text = {'type': 'text', 'text': ' '.join(rng.choices(WORDS, k=words))}
        yield 's2c', {'jsonrpc': '2.0', 'id': number, 'result': {'content': [text], 'isError': False}}
        number += 1


def modern(words: int) -> Iterator[tuple[str, dict[str, Any]]]:
    rng = random.Random(1)
    listed = {'resultType': 'complete', 'ttlMs': 0, 'cacheScope': 'private', 'tools': [TOOL]}
    yield 'c2s', {'jsonrpc': '2.0', 'id': 0, 'method': 'tools/list', 'params': {'_meta': META}}
    yield 's2c', {'jsonrpc': '2.0', 'id': 0, 'result': listed}
    number = 1
    while True:
        params = {'name': 'search', 'arguments': {'q': ' '.join(rng.choices(WORDS, k=6))}, '_meta': META}
        yield 'c2s', {'jsonrpc': '2.0', 'id': number, 'method': 'tools/call', 'params': params}
        text = {'type': 'text', 'text': ' '.join(rng.choices(WORDS, k=words))}
        yield 's2c', {'jsonrpc': '2.0', 'id': number, 'result': {'resultType': 'complete', 'content': [text]}}
        number += 1


def wrapped(messages: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    for number, (direction, message) in enumerate(messages):
        yield json.dumps({'ts': 1793610000 + number / 100, 'dir': direction, 'message': message})


def bare(messages: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    return (json.dumps(message) for _, message in messages)


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    'plain': lambda: bare(legacy(60)),
    'recorder': lambda: wrapped(legacy(60)),
    'modern': lambda: wrapped(modern(60)),
    'long': lambda: wrapped(legacy(900)),
}


def write(path: Path, lines: Iterator[str], size: int) -> int:
    count = written = 0
    with path.open('w', encoding='utf-8') as out:
        while written < size:
            line = next(lines) + '\n'
            out.write(line)
            written += len(line)
            count += 1
    return count


def run(code: str, *arguments: str) -> tuple[float, int]:
    """Processor seconds, start-up included, and the most memory in kB."""
    done = subprocess.run([sys.executable, '-c', code, *arguments], capture_output=True, text=True, check=True)
    took, memory = done.stdout.split()[-2:]
    return float(took), int(memory)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--mb', type=int, default=200)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--kind', action='append', choices=list(KINDS))
    options = parser.parse_args()
    print(f'{"kind":10} {"lines":>9} {"bytes/line":>10} {"json.loads":>10} {"inspect":>8} {"ratio":>6} {"memory":>8}')
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kind or KINDS:
            path, report = Path(folder, f'{kind}.jsonl'), Path(folder, 'report.json')
            lines = write(path, KINDS[kind](), options.mb * 1_000_000)
            loop = ours = float('inf')
            memory = 0
            for _ in range(options.runs):  # in turn, so that what else the machine does falls on both
                loop = min(loop, run(LOOP, str(path))[0])
                took, most = run(OURS, str(path), str(report))
                ours, memory = min(ours, took), max(memory, most // 1024)
            findings = len(json.loads(report.read_text(encoding='utf-8'))['findings'])
            print(
                f'{kind:10} {lines:9} {path.stat().st_size / lines:10.0f} {loop:9.1f}s {ours:7.1f}s {loop / ours:6.2f} {memory:5} MB'
                + (f'  {findings} findings' if findings else '')
            )
            path.unlink()


if __name__ == '__main__':
    main()
