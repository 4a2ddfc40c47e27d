"""Packages that the registry of the runner does not have, as far as that is known without asking it."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, Hit
from mcp_hooks.rules.breakage import ONLY_PYTHON
from mcp_hooks.rules.launch import launch
from mcp_hooks.rules.packages import packages, python_target
from mcp_hooks.rules.wording import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import Server


def check_absent(server: Server) -> Iterator[Hit]:
    run = launch(server)
    target = python_target(run)
    if target is not None and target.text.startswith('@') and '/' in target.text:
        # measured with uv 0.13.9: «Invalid version request», before it asks any registry
        yield Hit(target, f'`{run.program}` takes packages of PyPI, and `{shown(target.text)}` is a name of npm: nothing starts',
                  severity=None if run.program == 'pipx' else ERROR,
                  help=f'Write `npx` with `-y` and `{shown(target.text)}`, or the name that the server has on PyPI.')
        return
    if other_registry(server):
        return
    for package in packages(run):
        python = ONLY_PYTHON.get(package.name) if package.ecosystem == 'npm' else None
        if python:
            yield Hit(package.node, f'npm has no package `{shown(package.name)}`: this server is written in Python',
                      help=f'Start it as `uvx {python}`.')


def other_registry(server: Server) -> bool:
    """Is the package fetched from a registry of somebody's own, which may have it?"""
    return (any(node.text.startswith('--registry') or node.text.startswith('--userconfig') for node in server.args)
            or any(member.name.lower().startswith(('npm_config_', 'bun_config_registry')) for member in server.env))
