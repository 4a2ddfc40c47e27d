"""Reports of real runs: files in, report out."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import fake

from mcp_hooks import engine, rules
from mcp_hooks.engine import Options
from mcp_hooks.report import Report
from mcp_hooks.rules.rule import Rule
from mcp_hooks.sources.source import Source


def report_of(files: Mapping[str, str | bytes], chosen: Iterable[Rule] = (), **options: object) -> Report:
    """What a run over these files brings home; all rules that are on by default, or those that were chosen."""
    picked = tuple(chosen) or tuple(rule for rule in rules.config_rules() if rule.default)
    sources = [Source(path, text.encode('utf-8', 'surrogatepass') if isinstance(text, str) else text) for path, text in files.items()]
    report, _ = engine.run(sources, Options(picked, **options))  # type: ignore[arg-type]
    assert report.errors == []
    return report


@cache
def every_bad_example() -> Report:
    """A finding of (nearly) every rule: the examples that the rules carry, each in a folder of its own."""
    files = {f'{rule.id}/{rule.bad[0]}': rule.bad[1].replace('{{fake:github-pat}}', fake.github_pat()) for rule in rules.config_rules()
             if rule.bad}
    return report_of(files, rules.config_rules(), list_servers=True)
