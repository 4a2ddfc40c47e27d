"""The table of shapes: each row has its source, and the scan finds tokens wherever they stand."""

from __future__ import annotations

import fake
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.credentials import providers
from mcp_hooks.credentials.providers import PUBLISHABLE, Match, hook, rows, scan

MAKERS = {
    'GitHub': (fake.github_pat, fake.github_oauth, fake.github_fine_grained),
    'npm': (fake.npm,),
    'GitLab': (fake.gitlab_pat,),
    'Anthropic': (fake.anthropic,),
    'OpenAI': (fake.openai, fake.openai_short),
    'OpenRouter': (fake.openrouter,),
    'Google': (fake.google,),
    'Slack': (fake.slack_bot,),
    'Stripe': (fake.stripe, fake.stripe_publishable),
    'Figma': (fake.figma,),
    'Supabase': (fake.supabase,),
    'SendGrid': (fake.sendgrid,),
    'Hugging Face': (fake.huggingface,),
    'Tavily': (fake.tavily,),
    'Notion': (fake.notion,),
    'Telegram': (fake.telegram,),
}
CASES = [(name, maker) for name, makers in MAKERS.items() for maker in makers]


def test_the_table() -> None:
    table = rows()
    assert len({provider.name for provider, _ in table}) >= 150
    for provider, prefixes in table:
        assert provider.source.startswith('https://')
        assert (
            provider.revoke.startswith('https://')
            or provider.kind == PUBLISHABLE
            or provider.name in ('age', 'an OpenAI-like service', 'Nostr', 'express-session')  # nobody to ask
        )
        assert all(len(prefix) >= 2 for prefix in prefixes)


@pytest.mark.parametrize(('name', 'maker'), CASES, ids=[maker.__name__ for _, maker in CASES])
def test_token_is_found_whole_in_any_text(name: str, maker: object) -> None:
    for seed in range(5):
        token = maker(seed)  # type: ignore[operator]
        for before, after in (('', ''), ('"', '"'), ('TOKEN=', '\n'), ('Bearer ', ''), ('/', '/mcp'), ('(', ')'), ('x: ', ',')):
            found = list(scan(before + token + after))
            assert [(m.provider.name, m.start, m.end, m.exact) for m in found] == [
                (name, len(before), len(before) + len(token), True)
            ]


def test_aws_key_id() -> None:
    assert [m.provider.name for m in scan(f'id {fake.aws()[0]} x')] == ['AWS']


def test_inside_a_longer_word_is_nothing() -> None:
    token = fake.github_pat()
    assert list(scan('x' + token)) == []
    assert list(scan(token + 'x')) == [] or not next(scan(token + 'x')).exact


@pytest.mark.parametrize('maker', [fake.github_pat, fake.npm], ids=['github', 'npm'])
def test_checksum(maker: object) -> None:
    token = maker(1)  # type: ignore[operator]
    assert one(token).checksum is True
    broken = token[:10] + ('a' if token[10] != 'a' else 'b') + token[11:]
    assert one(broken).checksum is False


def test_length_differs_from_the_documented_one() -> None:
    found = one(fake.github_pat()[:30])
    assert (found.provider.name, found.exact) == ('GitHub', False)


def test_most_precise_prefix_wins() -> None:
    assert one(fake.openrouter()).provider.name == 'OpenRouter'
    assert one('sk-' + fake.base62(48)).provider.name == 'an OpenAI-like service'


@pytest.mark.parametrize('text', ['risk-management-framework-2024', 'desk-top-application-name', 'glpat-short'])
def test_words_that_only_begin_alike(text: str) -> None:
    assert [m for m in scan(text) if m.exact] == []


def test_addresses_that_are_credentials() -> None:
    found = hook('hooks.slack.com', '/services/T0/B0/x')
    assert found is not None
    assert found[0].name == 'Slack'
    assert hook('eu1.make.com', '/mcp/api/v1/u/x/sse') is not None
    assert hook('slack.com', '/services/x') is None
    assert hook('evil-hooks.slack.com.example', '/services/x') is None


def one(text: str) -> Match:
    found = list(scan(text))
    assert len(found) == 1
    return found[0]


@given(st.text(alphabet='ghp_sk-AIzaxob.0123456789abcXYZ:/$ ', max_size=120))
def test_never_raises_and_never_overlaps(text: str) -> None:
    reach = 0
    for found in scan(text):
        assert reach <= found.start <= found.body <= found.end <= len(text)
        reach = found.end


def test_prefix_of() -> None:
    assert providers.prefix_of('gh' + 'p_abc') == 4
    assert providers.prefix_of('hello') == 0
