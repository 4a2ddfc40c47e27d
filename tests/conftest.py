"""Helpers that stand beside this file (``fake``, ``marks``) can be imported from every test, whatever the import mode.

With ``MCP_HOOKS_TEST_INSTALLED`` the installed package is tested, and never the one in this checkout.
"""
from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# the same examples in every run, however busy the machine is; for others: pytest --hypothesis-profile=others
settings.register_profile('same', derandomize=True, database=None, deadline=None, print_blob=True,
                          suppress_health_check=[HealthCheck.too_slow])
settings.register_profile('others', settings.get_profile('same'), derandomize=False)
settings.load_profile('same')

# nothing of the user's settings, of a hook or a runner around us; what a test is about, it sets
OTHERS = ('GIT_', 'GITHUB_', 'RUNNER_', 'CODEX_', 'CLAUDE_', 'COPILOT_', 'GEMINI_', 'OPENCODE_', 'CRUSH_', 'GOOSE_', 'CONTINUE_', 'QWEN_')
SHOWING = ('NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'LINES', 'PYTHONIOENCODING', 'PYTHONWARNINGS', 'MCP_CATALOG_PATH', 'XDG_CONFIG_HOME')
for name in list(os.environ):
    if name in SHOWING or name.startswith(OTHERS):
        del os.environ[name]
os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM='1')

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)

if os.environ.get('MCP_HOOKS_TEST_INSTALLED'):
    ROOT = Path(__file__).resolve().parent.parent
    sys.path[:] = [path for path in sys.path if Path(path or '.').resolve() != ROOT] + [str(ROOT)]
    import mcp_hooks

    assert not Path(mcp_hooks.__file__).resolve().is_relative_to(ROOT), 'mcp_hooks is not installed'
