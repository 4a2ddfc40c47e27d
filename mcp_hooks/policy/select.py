"""Which rules are asked, and how bad what they say is."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, NEVER, SEVERITIES
from mcp_hooks.rules.rule import CATEGORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mcp_hooks.findings import Finding
    from mcp_hooks.policy.in_force import Settings
    from mcp_hooks.rules.rule import Rule

ALL = 'all'  # every rule, also those that have to be asked for
DEFAULT = 'default'  # what runs when nothing is selected


class SelectorError(ValueError):
    """A selector that names no rule; the message has the nearest one that does."""


def choose(rules: Sequence[Rule], select: Sequence[str] = (), ignore: Sequence[str] = (),
           others: Callable[[], Iterable[Rule]] | None = None) -> tuple[Rule, ...]:
    """The rules that run: those selected (else those that run by default), less those ignored.

    A selector is an id, a name, a category, the beginning of ids (``MCP4``), ``default`` or ``all``, in any case. ``others``
    gives the rules of other commands: a selector that names one of those is right and selects nothing here.
    Raises SelectorError for a selector that names nothing.
    """
    if select:
        wanted = {rule.id for selector in _each_once(select) for rule in matching(selector, rules, others)}
        chosen = [rule for rule in rules if rule.id in wanted]
    else:
        chosen = [rule for rule in rules if rule.default]
    if ignore:
        unwanted = {rule.id for selector in _each_once(ignore) for rule in matching(selector, rules, others)}
        chosen = [rule for rule in chosen if rule.id not in unwanted]
    return tuple(chosen)


def _each_once(selectors: Sequence[str]) -> Iterable[str]:
    return {selector.strip().lower(): selector for selector in selectors}.values()


def matching(selector: str, rules: Sequence[Rule], others: Callable[[], Iterable[Rule]] | None = None) -> list[Rule]:
    """The rules that a selector names. Raises SelectorError."""
    found = [rule for rule in rules if names(selector, rule)]
    if not found and not is_known(selector, rules, others):
        raise SelectorError(unknown(selector, rules))
    return found


def names(selector: str, rule: Rule | Finding) -> bool:
    """Does the selector name this rule, or the rule of this finding? An unknown selector names none."""
    word = selector.strip().lower()
    id, name, category = (rule.rule, rule.name, rule.category) if hasattr(rule, 'rule') else (rule.id, rule.name, rule.category)
    if word in (name, category, ALL):
        return True
    if word == DEFAULT:
        return bool(getattr(rule, 'default', True))
    return len(word) > 3 and word.startswith('mcp') and word[3:].isdigit() and id.lower().startswith(word)


def is_known(selector: str, rules: Iterable[Rule], others: Callable[[], Iterable[Rule]] | None = None) -> bool:
    word = selector.strip().lower()
    if word in CATEGORIES or word in (ALL, DEFAULT) or any(names(selector, rule) for rule in rules):
        return True
    return others is not None and any(names(selector, rule) for rule in others())


def unknown(selector: str, rules: Iterable[Rule]) -> str:
    """What to say of a selector that names nothing."""
    words = [word for rule in rules for word in (rule.id, rule.name)]
    guess = nearest(selector, [*words, *CATEGORIES, ALL, DEFAULT])
    hint = f', did you mean {guess!r}?' if guess else '; mcp-hooks rules lists them'
    return f'no rule or category {shown(selector)}{hint}'


def shown(text: str) -> str:
    """A user's word in quotes, control characters made visible, cut where it gets long."""
    plain = ''.join(char if char.isprintable() else '?' for char in text)
    return repr(plain if len(plain) <= 60 else plain[:60] + '…')


def severities(rules: Sequence[Rule], wanted: Mapping[str, str],
               others: Callable[[], Iterable[Rule]] | None = None) -> dict[str, str]:
    """Rule id → severity. What names a rule closer wins: id or name over beginning of ids over category.

    Raises SelectorError for a selector that names nothing, a word that is no severity, or two severities for one rule.
    """
    if not wanted:
        return {}
    out: dict[str, tuple[int, str]] = {}
    for selector, severity in wanted.items():
        if severity not in SEVERITIES:
            raise SelectorError(f'severity of {shown(selector)} is {shown(severity)}, it can be {", ".join(SEVERITIES)}')
        for rule in matching(selector, rules, others):
            weight = _closeness(selector, rule)
            known, other = out.get(rule.id, (-1, ''))
            if weight == known and severity != other:
                raise SelectorError(f'severities has {rule.id} twice: {other}, and {severity} under {shown(selector)}')
            if weight > known:
                out[rule.id] = weight, severity
    return {id: severity for id, (_, severity) in out.items()}


def _closeness(selector: str, rule: Rule) -> int:
    word = selector.strip().lower()
    if word in (rule.id.lower(), rule.name):
        return 100
    return len(word) if word.startswith('mcp') and word[3:].isdigit() else 1


def check_settings(rules: Sequence[Rule], settings: Settings, others: Callable[[], Iterable[Rule]] | None = None) -> None:
    """Raises SelectorError, with the file and the key, for a selector of the settings that names nothing."""
    by_key = {'select': settings.select, 'ignore': settings.ignore, 'severities': settings.severities,
              **{f'per-path-ignore.{shown(pattern)}': words for pattern, words in settings.per_path_ignore.items()}}
    for key, words in by_key.items():
        for word in _each_once(tuple(words)):
            if not is_known(word, rules, others):
                raise SelectorError(f'{settings.source}: {key}: {unknown(word, rules)}')


def used_clients(words: Iterable[str]) -> frozenset[str]:
    """The ids of the kinds of file of the clients that a user named, several in one text with commas or blanks between them.

    Raises SelectorError for a word that names no client.
    """
    found: set[str] = set()
    if not any(words):
        return frozenset()
    from mcp_hooks.clients.registry import client_words, kinds_of_client

    for text in words:
        for part in filter(None, map(str.strip, text.split(','))):
            for word in (part,) if kinds_of_client(part) else part.split():  # `Claude Code` is one, `cursor vscode` are two
                ids = kinds_of_client(word)
                if not ids:
                    guess = nearest(word, client_words())
                    raise SelectorError(f'no client {shown(word)}' + (f', did you mean {guess!r}?' if guess else '')
                                        + '; see mcp-hooks clients')
                found.update(ids)
    return frozenset(found)


def stricter(one: str, other: str) -> str:
    """Of two thresholds the one that fails earlier; the empty string is the default, ``error``."""
    return max(one or ERROR, other or ERROR, key=(NEVER, *SEVERITIES).index)


def nearest(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant, '' when none is near."""
    from difflib import get_close_matches

    by_lower = {other.lower(): other for other in known}
    low = word.strip().lower()[:80]
    if len(low) == 6 and low[:3] == 'mcp' and low[3:].isdigit():
        return ''  # ids are near each other and have nothing in common
    for other in (low.replace('_', '-'), low.replace(' ', '-')):
        if other in by_lower:
            return by_lower[other]
    found = get_close_matches(low, by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else ''
