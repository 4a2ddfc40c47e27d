"""Scripts that are downloaded and run at every start. Loaded where something is piped or substituted."""
from __future__ import annotations

from mcp_hooks.findings import Hit
from mcp_hooks.rules.entry import program_name
from mcp_hooks.rules.programs import ALL_SHELLS
from mcp_hooks.rules.wording import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import Server

FETCH = frozenset(('curl', 'wget', 'fetch', 'http', 'iwr', 'irm', 'invoke-webrequest', 'invoke-restmethod'))
RUN = ALL_SHELLS | {'python', 'python3', 'node', 'perl', 'ruby', 'php', 'bun', 'deno', 'iex', 'invoke-expression', 'source', 'eval',
                '.'}
# these read a script from a pipe only when they are given none
WITH_SCRIPT = frozenset(('python', 'python3', 'node', 'perl', 'ruby', 'php', 'bun', 'deno'))
PREFIXES = frozenset(('sudo', 'env', 'exec', 'command', 'nohup', 'time', 'builtin'))
OPENINGS = ('<(', '$(', '`', 'iex (', 'iex(', 'invoke-expression (', 'invoke-expression(', 'iex ((')


def check_pipe_to_shell(server: Server) -> Iterator[Hit]:
    node = server.program
    for item in ([node] if node is not None else []) + server.args[:200]:
        value = item.text
        if len(value) > 20_000:
            continue
        low = value.lower()
        if not any(word in low for word in ('curl', 'wget', 'fetch', 'http', 'iwr', 'irm', 'invoke-')):
            continue
        if pipes_to_shell(value) or runs_substitution(value):
            yield Hit(item,
                      f'{called(server)} downloads a script and runs it: whoever answers there runs commands here')
            return


def pipes_to_shell(value: str) -> bool:
    """`curl … | sh`: something is fetched, and an interpreter reads it further down the pipe."""
    for line in value.lower().replace('&&', '\n').replace('||', '\n').replace(';', '\n').split('\n'):
        fetched = False
        for piece in line.split('|'):
            words = piece.split()
            while words and before_program(words[0], fetched):
                words = words[1:]
            if not words:
                continue
            name = program_name(words[0].strip('"\'(&'))
            if fetched and name in RUN and not (name in WITH_SCRIPT and has_script(words[1:])):
                return True
            fetched = fetched or name in FETCH
    return False


def before_program(word: str, piped: bool) -> bool:
    """`sudo`, `NAME=value`, and the options of what stands before the program that reads the pipe."""
    return word in PREFIXES or ('=' in word and word[0] != '-') or (piped and word.startswith('-'))


def has_script(words: list[str]) -> bool:
    """`python -c …`, `node parse.js`: the interpreter has its script, so what comes through the pipe is data."""
    return any(word in ('-c', '-e', '-m', '-p') or not word.startswith('-') for word in words)


def runs_substitution(value: str) -> bool:
    """`bash <(curl …)`, `sh -c "$(curl …)"`, `eval "$(curl …)"`, `iex (irm …)`."""
    lower = value.lower()
    for opening in OPENINGS:
        at = lower.find(opening)
        while at >= 0:
            inner = lower[at + len(opening):at + len(opening) + 60].lstrip(' "\'(&')
            if program_name(inner.split(' ', 1)[0]) in FETCH or 'downloadstring' in lower[at:at + 120]:
                before = lower[max(0, at - 60):at].rstrip().rstrip('"\'').split()
                word = program_name(before[-1]) if before else ''
                if opening[0] == 'i' or word in RUN or word == '-c' or not before:
                    return True
            at = lower.find(opening, at + 1)
    return False
