"""Every way to write a reference, and text that only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import grows

from mcp_hooks.credentials import references as r
from mcp_hooks.credentials.reference_defaults import default_of
from mcp_hooks.credentials.references import DIALECTS, references


@pytest.mark.parametrize(
    ('value', 'dialect', 'name'),
    [
        ('${TOKEN}', r.BRACES, 'TOKEN'),
        ('${TOKEN:-fallback}', r.DEFAULT, 'TOKEN'),
        ('${TOKEN-fallback}', r.DEFAULT, 'TOKEN'),
        ('${TOKEN:?must be set}', r.DEFAULT, 'TOKEN'),
        ('${env:TOKEN:-x}', r.DEFAULT, 'TOKEN'),
        ('$TOKEN', r.DOLLAR, 'TOKEN'),
        ('${env:TOKEN}', r.ENV_COLON, 'TOKEN'),
        ('${env.TOKEN}', r.ENV_DOT, 'TOKEN'),
        ('${input:api-key}', r.INPUT, 'api-key'),
        ('${user_config.TOKEN}', r.USER_CONFIG, 'TOKEN'),
        ('${file:~/.token}', r.FILE_COLON, '~/.token'),
        ('${workspaceFolder:app}', r.EDITOR, 'workspaceFolder:app'),
        ('${{ secrets.TOKEN }}', r.GITHUB, 'secrets.TOKEN'),
        ('{{ token }}', r.MUSTACHE, 'token'),
        ('{env:TOKEN}', r.CURLY_ENV, 'TOKEN'),
        ('{file:~/.token}', r.CURLY_FILE, '~/.token'),
        ('{token}', r.CURLY, 'token'),
        ('%TOKEN%', r.PERCENT, 'TOKEN'),
        ('$env:TOKEN', r.POWERSHELL, 'TOKEN'),
        ('$(pass show token)', r.COMMAND, 'pass show token'),
        ('`op read x`', r.COMMAND, 'op read x'),
        ('<%= ENV["T"] %>', r.TEMPLATE, 'ENV["T"]'),
        ('#{TOKEN}#', r.TEMPLATE, 'TOKEN'),
        ('@@TOKEN@@', r.TEMPLATE, 'TOKEN'),
        ('op://Team/db reader/credential', r.OP, 'op://Team/db reader/credential'),
        ('keychain://team_token', r.STORE, 'keychain://team_token'),
        ('vault:secret/data#key', r.STORE, 'vault:secret/data#key'),
        ('projects/p/secrets/s/versions/latest', r.STORE, 'projects/p/secrets/s/versions/latest'),
        ('env:TOKEN', r.STORE, 'TOKEN'),
        ('process.env.TOKEN', r.CODE, 'process.env.TOKEN'),
        ('os.environ["TOKEN"]', r.CODE, 'os.environ["TOKEN"]'),
    ],
)
def test_whole_value_is_one_reference(value: str, dialect: str, name: str) -> None:
    assert references(value) == [(0, len(value), dialect, name)]
    assert dialect in DIALECTS


@pytest.mark.parametrize(
    'value',
    [
        '',
        'plain',
        '%E2%80%8B',
        'a%20b%20c',
        '100%',
        '50% of 60%',
        '{"a": 1}',
        'pa$',
        '$1',
        'cost: $5',
        '${',
        '{}',
        '}{',
        '$()x'[:1],
    ],
)
def test_no_reference(value: str) -> None:
    assert references(value) == []


@pytest.mark.parametrize(
    ('value', 'default'),
    [('${A:-x}', 'x'), ('${A-x}', 'x'), ('${A:=x y}', 'x y'), ('${A:-${B}}', '${B}'), ('${A:-}', ''), ('x ${env:A:-y} z', 'y')],
)
def test_default(value: str, default: str) -> None:
    found = references(value)
    place = default_of(value, found[0])
    assert place is not None
    assert value[slice(*place)] == default


def test_several_in_one_value() -> None:
    value = 'https://${HOST:-a.example}:$PORT/%PATH%?k={env:K}'
    assert [(one.dialect, one.name) for one in references(value)] == [
        (r.DEFAULT, 'HOST'),
        (r.DOLLAR, 'PORT'),
        (r.PERCENT, 'PATH'),
        (r.CURLY_ENV, 'K'),
    ]


def test_inside_json_text_only_the_inner_one() -> None:
    assert references('{"a": "${X}"}') == [(7, 11, r.BRACES, 'X')]


@given(st.text(alphabet='${}:%-`@<>#ABab()/."\'=? env', max_size=60))
def test_never_raises_and_never_overlaps(value: str) -> None:
    reach = 0
    for one in references(value):
        assert reach <= one.start < one.end <= len(value)
        reach = one.end
        place = default_of(value, one)
        assert place is None or one.start < place[0] <= place[1] <= one.end


@pytest.mark.parametrize('piece', ['${', '{', '{{', '%', '$', '$(', '`', '@@', '<%', '%a', '${a:-', 'op://', '{a', '%ab%', '}'])
def test_cost_is_linear(piece: str) -> None:
    grows(24, lambda size: references(piece * size + '}' * size), 5_000, 40_000, floor=0.1)
