"""The checks of captured sessions, listed by hand."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.rules.rule import Rule


def session_rules() -> tuple[Rule, ...]:
    """All session rules, each topic in the order of its ids. Importing this package costs nothing; calling this loads them."""
    from mcp_hooks.transcripts import credentials
    from mcp_hooks.transcripts.rules import (
        apps,
        beginning,
        calls,
        cancellation,
        content,
        elicitation,
        empty,
        envelope,
        errors,
        features,
        fields,
        headers,
        http,
        lifecycle,
        meta,
        methods,
        modern,
        names,
        pagination,
        pairing,
        portability,
        progress,
        retries,
        sampling,
        streams,
        task_inputs,
        tasks,
        tools,
    )
    return (
        *envelope.RULES,  # MCP601–610
        *pairing.RULES,  # MCP611–614
        *lifecycle.RULES,  # MCP620–621, 623–628
        *beginning.RULES,  # MCP622
        *methods.RULES,  # MCP630–635
        *fields.RULES,  # MCP640–642
        *meta.RULES,  # MCP643–644
        *empty.RULES,  # MCP645
        *progress.RULES,  # MCP650–652
        *cancellation.RULES,  # MCP653–654
        *pagination.RULES,  # MCP655–656
        *tools.RULES,  # MCP701–708, 714
        *calls.RULES,  # MCP710–713
        *names.RULES,  # MCP720–721
        *content.RULES,  # MCP730–732
        *sampling.RULES,  # MCP740–741
        *elicitation.RULES,  # MCP742–746
        *features.RULES,  # MCP750–756
        *tasks.RULES,  # MCP760–765
        *task_inputs.RULES,  # MCP766
        *apps.RULES,  # MCP770–772
        *modern.RULES,  # MCP801–805
        *streams.RULES,  # MCP806–807
        *errors.RULES,  # MCP808–810
        *retries.RULES,  # MCP811–812
        *http.RULES,  # MCP830–836, 841
        *headers.RULES,  # MCP837–840
        *portability.RULES,  # MCP880–883
        credentials.RULE,  # MCP890
    )
