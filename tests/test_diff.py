"""How the change of a text is shown."""

from __future__ import annotations

from mcp_hooks.diff import diff
from mcp_hooks.reports.escape import terminal_line


def test_diff() -> None:
    assert diff('a.json', 'x\ny\n', 'x\ny\n') == ''
    assert diff('a.json', 'x\ny\n', 'x\nz\n') == '--- a/a.json\n+++ b/a.json\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n'
    assert 'secret' not in diff('a.json', 'secret y', 'secret z', lambda line: line.replace('secret', '***'))


def test_diff_of_a_text_without_a_last_line_end() -> None:
    assert diff('a', 'x\ny', 'x\nz', terminal_line) == (
        '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n'
    )
    assert diff('a', 'x\x1b\n', 'y\n', terminal_line) == '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\\x1b\n+y\n'
