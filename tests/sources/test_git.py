"""Where a link of the index leads: one answer for all that follow one."""
from __future__ import annotations

import pytest

from mcp_hooks.sources import git


@pytest.mark.parametrize(('link', 'content', 'target'), [
    ('.mcp.json', b'shared/mcp.json', 'shared/mcp.json'),
    ('a/b/.cursor', b'../../agents/', 'agents'),
    ('a/.cursor', b'..', '.'),
    ('a/.cursor', b'..\\agents', 'agents'),
    ('a/.env', b'caf\xe9.env', 'a/caf\udce9.env'),
    ('.cursor', b'..', None),
    ('.cursor', b'..\\other', None),
    ('a/.cursor', b'../../a/x', None),
    ('.cursor', b'/etc', None),
    ('.cursor', b'C:/agents', None),
    ('.cursor', b'', None),
    ('.cursor', None, None),
    ('.cursor', 5000, None),
])
def test_where_a_link_of_the_index_leads(link: str, content: object, target: str | None) -> None:
    assert git.target_of(link, content) == target
