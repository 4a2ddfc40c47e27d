"""Which rules run, and how much their findings weigh."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp_hooks.rules.rule import Rule


def choose(rules: Iterable[Rule], select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Rule, ...]:
    """The rules that run. A word is an id, the beginning of one (``MCP4``), a name or a category.

    Without ``select`` these are the rules that are on by default. Raises ValueError for a word that means no rule, with the nearest
    one that does.
    """
    rules = tuple(rules)
    wanted, unwanted = tuple(select), tuple(ignore)
    for word in (*wanted, *unwanted):
        if not any(means(word, rule) for rule in rules):
            raise ValueError(unknown(word, rules))
    return tuple(rule for rule in rules if (any(means(word, rule) for word in wanted) if wanted else rule.default)
                 and not any(means(word, rule) for word in unwanted))


def severities(rules: Iterable[Rule], wanted: Mapping[str, str]) -> dict[str, str]:
    """Rule id → severity, from words as ``choose`` takes them; the longer word wins. Raises ValueError for an unknown word."""
    if not wanted:
        return {}
    rules = tuple(rules)
    found: dict[str, str] = {}
    for word in sorted(wanted, key=len):
        meant = [rule for rule in rules if means(word, rule)]
        if not meant:
            raise ValueError(unknown(word, rules))
        found.update((rule.id, wanted[word]) for rule in meant)
    return found


def means(word: str, rule: Rule) -> bool:
    upper = word.upper()
    return word.lower() in (rule.name, rule.category) or word == 'all' or (upper.startswith('MCP') and rule.id.startswith(upper))


def unknown(word: str, rules: Iterable[Rule]) -> str:
    guess = nearest(word, {name for rule in rules for name in (rule.id, rule.name, rule.category)})
    return f'no rule or category {word!r}' + (f', did you mean {guess!r}?' if guess else '; see mcp-hooks rules')


def nearest(word: str, candidates: Iterable[str]) -> str:
    """The candidate that is closest to ``word``, empty when none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(candidates), 1, 0.6)), '')
