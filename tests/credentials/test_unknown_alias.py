"""A token behind `*` in YAML is an alias to nothing: it is in no value of the tree, and in the text all the same."""
from __future__ import annotations

import fake
import pytest

from mcp_hooks.credentials.places import secrets_in
from mcp_hooks.documents.yaml_ import parse_yaml


@pytest.mark.parametrize('token', [fake.github_pat(), fake.github_pat(1)])
def test_a_token_behind_the_sign_of_an_alias_is_known_and_so_masked(token: str) -> None:
    assert secrets_in(parse_yaml(f'mcpServers:\n  a:\n    command: *{token}\n')) == [token]
