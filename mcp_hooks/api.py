"""For people who embed the checks: text in, findings out. No file is read, no process started."""
from __future__ import annotations

from mcp_hooks.findings import Finding, Fix, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ['Finding', 'Fix', 'Place', 'check_text', 'check_texts']


def check_text(text: str | bytes, path: str, *, clients: str | Iterable[str] = (), select: str | Iterable[str] = (),
               ignore: str | Iterable[str] = ()) -> list[Finding]:
    """All findings of one configuration.

    ``path`` decides who reads the text (``.mcp.json``, ``.vscode/mcp.json`` …); it need not exist. ``clients`` are clients
    that are used besides the owner of the path (``copilot-cli``, ``Qwen Code``); ``select`` and ``ignore`` take rule ids, names
    and categories; each takes one word or several.

    Raises ``ValueError`` for a rule or client that does not exist, ``RuntimeError`` for an internal error (never with text of
    the input).
    """
    return check_texts([(path, text)], clients=clients, select=select, ignore=ignore)


def check_texts(files: Iterable[tuple[str, str | bytes]], *, clients: str | Iterable[str] = (), select: str | Iterable[str] = (),
                ignore: str | Iterable[str] = ()) -> list[Finding]:
    """As ``check_text`` for several (path, text) pairs, with what only shows when they are seen side by side."""
    from mcp_hooks.engine import Options, run
    from mcp_hooks.policy.select import choose, used_clients
    from mcp_hooks.rules import config_rules
    from mcp_hooks.sources.source import Source

    rules = choose(config_rules(), _words(select), _words(ignore))
    sources = [Source(path, data.encode('utf-8', 'surrogatepass') if isinstance(data, str) else data) for path, data in files]
    report, _ = run(sources, Options(rules=rules, clients=used_clients(_words(clients))))
    if report.errors:
        raise RuntimeError('; '.join(f'{path}: {message}' for path, message in report.errors))
    return report.findings


def _words(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
