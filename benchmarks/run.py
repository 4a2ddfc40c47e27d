#!/usr/bin/env python3
"""How fast, against what: every figure is a ratio to a command that runs in turn with ours, in the same run.

    python benchmarks/run.py                 # start-up, check and scan
    python benchmarks/run.py startup check   # some of them
    python benchmarks/run.py --runs 5 scan

The mcp-hooks to measure is the one beside the interpreter that runs this file.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

BIN = Path(sys.executable).parent
OURS = str(BIN / 'mcp-hooks')
BARE = [sys.executable, '-c', 'import json, re, argparse']
CLEAN = {'mcpServers': {'docs': {'type': 'http', 'url': 'https://docs.example/mcp', 'headers': {'Authorization': 'Bearer ${DOCS_TOKEN}'}},
                        'files': {'command': 'npx', 'args': ['-y', 'files-mcp@1.2.3', '.'], 'env': {'LOG_LEVEL': 'info'}}}}
GREP = "git grep -l -F mcpServers -- '*.json' '*.jsonc' '*.yaml' '*.yml' '*.toml' '*.md'"

Command = list[str] | str


def seconds(command: Command, cwd: Path, fine: tuple[int, ...] = (0, 1)) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, shell=isinstance(command, str), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    spent = time.perf_counter() - start
    if done.returncode not in fine:
        raise SystemExit(f'{command} ended with {done.returncode}: {done.stderr.decode(errors="replace")[-400:]}')
    return spent


def compare(name: str, ours: Command, theirs: Command, cwd: Path, runs: int, limit: float) -> None:
    """A, B, A, B … after a warm-up: the machine's mood counts for both. Prints medians and the median of the ratios."""
    seconds(ours, cwd)
    seconds(theirs, cwd)
    pairs = [(seconds(ours, cwd), seconds(theirs, cwd)) for _ in range(runs)]
    ratio = statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
    verdict = 'ok' if ratio <= limit else 'OVER'
    print(f'{name:44} {statistics.median(a for a, _ in pairs) * 1000:8.1f} ms  against {statistics.median(b for _, b in pairs) * 1000:8.1f} ms'
          f'  = {ratio:5.2f} (limit {limit})  {verdict}', flush=True)


@contextmanager
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix='mcp-hooks-bench-'))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def git(cwd: Path, *arguments: str) -> None:
    subprocess.run(['git', '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', *arguments], cwd=cwd, check=True,
                   stdout=subprocess.DEVNULL)


def write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data, indent=2), encoding='utf-8')


def startup(runs: int) -> None:
    """One clean file through the console script."""
    with folder() as here:
        write(here / '.mcp.json', CLEAN)
        compare('check, one clean file', [OURS, 'check', '.mcp.json'], BARE, here, runs, 1.8)
        compare('hook, one clean file', [str(BIN / 'mcp-hooks-check'), '.mcp.json'], BARE, here, runs, 1.8)


def check(runs: int) -> None:
    """1, 10 and 100 files against json.load of the same files in one process."""
    with folder() as here:
        names = [f'p{number}/.mcp.json' for number in range(100)]
        for name in names:
            write(here / name, CLEAN)
        for count in (1, 10, 100):
            loads = [sys.executable, '-c', 'import json, re, argparse, sys; [json.load(open(n)) for n in sys.argv[1:]]', *names[:count]]
            compare(f'check, {count} files', [OURS, 'check', *names[:count]], loads, here, runs, {1: 1.8, 10: 2.5, 100: 6}[count])


def generate(here: Path, files: int, configs: int, data: int) -> None:
    """A repository: ``configs`` MCP files, ``data`` JSON and YAML files, the rest source text, some binary, some large."""
    random.seed(4)
    for number in range(configs):
        write(here / f'team{number}' / '.mcp.json', CLEAN)
    for number in range(data):
        write(here / f'data/{number % 50}' / f'{number}.{"json" if number % 2 else "yaml"}', {'id': number, 'name': f'row {number}', 'tags': ['a', 'b']})
    for number in range(20):
        path = here / 'blobs' / f'{number}.bin'
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(random.randbytes(200_000))
    for number in range(3):
        write(here / 'large' / f'{number}.json', {'rows': ['x' * 90] * 40_000})
    source = 'def function(argument):\n    return argument + 1\n' * 8
    for number in range(max(0, files - configs - data - 23)):
        write(here / f'src/{number % 400}' / f'module_{number}.py', source)
    git(here, 'init', '-q', '.')
    git(here, 'add', '-A')
    git(here, 'commit', '-q', '-m', 'generated')
    git(here, 'gc', '-q')


def scan(runs: int) -> None:
    """A repository of 20,000 files against git's own search for the same word."""
    with folder() as here:
        generate(here, 20_000, 20, 1_000)
        compare('scan, 20,000 files', [OURS, 'scan', '.'], f'{GREP} && git ls-files > /dev/null', here, runs, 3)


def large(runs: int) -> None:
    """A repository of 100,000 files: time, and memory of the largest process."""
    with folder() as here:
        generate(here, 100_000, 20, 2_000)
        compare('scan, 100,000 files', [OURS, 'scan', '.'], f'{GREP} && git ls-files > /dev/null', here, runs, 1.5)
        print(f'{"scan, 100,000 files: memory":44} {peak_memory([OURS, "scan", "."], here):8.1f} MB (limit 150)')


def peak_memory(command: list[str], cwd: Path) -> float:
    """MB of the largest process of a run, by the system's own count."""
    code = ('import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); '
            'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)')
    done = subprocess.run([sys.executable, '-c', code, *command], cwd=cwd, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def staged(runs: int) -> None:
    """Three staged files against checking them on disk plus git's own two commands."""
    with folder() as here:
        git(here, 'init', '-q', '.')
        names = ['.mcp.json', '.cursor/mcp.json', 'sub/.mcp.json']
        for name in names:
            write(here / name, CLEAN)
        git(here, 'add', '-A')
        blobs = ''.join(f':{name}\\n' for name in names)
        parts = (f'{OURS} check {" ".join(names)} && git diff --cached --name-only -z >/dev/null'
                 f' && printf "{blobs}" | git cat-file --batch >/dev/null')
        compare('scan --staged, 3 files', [OURS, 'scan', '--staged'], parts, here, runs, 1.5)


def history(runs: int) -> None:
    """20,000 commits that touch 200 configurations against git's own walk; then again, from the cache."""
    with folder() as here:
        git(here, 'init', '-q', '.')
        stream = ''.join(_commits(20_000, 200))
        subprocess.run(['git', 'fast-import', '--quiet'], cwd=here, input=stream.encode(), check=True)
        walk = 'git rev-list --objects --all | git cat-file --batch-check > /dev/null'
        cache = here / '.git' / 'mcp-hooks'
        first, walks, again = [], [], []
        for _ in range(max(3, runs // 4)):
            shutil.rmtree(cache, ignore_errors=True)
            first.append(seconds([OURS, 'scan', '--history', '--format', 'json', '.'], here))
            walks.append(seconds(walk, here))
            again.append(seconds([OURS, 'scan', '--history', '--format', 'json', '.'], here))
        one, two, three = map(statistics.median, (first, walks, again))
        print(f'{"history, 20,000 commits":44} {one:8.2f} s   against {two:8.2f} s   = {one / two:5.2f} (limit 2)')
        print(f'{"history, second run":44} {three:8.2f} s   against {one:8.2f} s   = {three / one:5.2f} (limit 0.3)')


def _commits(commits: int, configs: int) -> Iterator[str]:
    for number in range(commits):
        data = json.dumps({'mcpServers': {'s': {'command': 'npx', 'args': ['-y', f'tool@1.0.{number}']}}}, indent=1)
        path = f'team{number % configs}/.mcp.json'
        yield f'commit refs/heads/main\ncommitter b <b@example.org> {1_700_000_000 + number} +0000\ndata 1\nx\n'
        yield f'M 100644 inline {path}\ndata {len(data)}\n{data}\n'


BENCHMARKS: dict[str, Callable[[int], None]] = {
    'startup': startup, 'check': check, 'scan': scan, 'staged': staged, 'large': large, 'history': history,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('names', nargs='*', choices=[[], *BENCHMARKS], default=[], metavar='NAME', help=', '.join(BENCHMARKS))
    parser.add_argument('--runs', type=int, default=20)
    arguments = parser.parse_args()
    os.environ.pop('GIT_DIR', None)
    for name in arguments.names or ['startup', 'check', 'scan']:
        BENCHMARKS[name](arguments.runs)


if __name__ == '__main__':
    main()
