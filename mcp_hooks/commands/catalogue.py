"""mcp-hooks rules, explain, clients and explain-value: what the tool knows, in words."""
from __future__ import annotations

import sys

from mcp_hooks.cli import CLEAN, UsageError, say
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.options import Arguments
    from mcp_hooks.rules.rule import Rule

BY_COMMAND: dict[str, tuple[Option, ...]] = {
    'rules': (Option('--format', choices=('text', 'json'), default='text'),),
    'explain': (Option('rules', nargs='+', metavar='RULE', help='ids or names'),),
    'clients': (Option('--explain', metavar='WORD',
                       help='all that is known of a client, a kind of file or those who read a path (.cursor/mcp.json), with sources'),
                Option('--format', choices=('text', 'json'), default='text')),
    'explain-value': (Option('--name', default='', help='the name it stands under (default: the first line of standard input)'),
                      Option('--fingerprint', action='store_true',
                             help='print what stands under `allow` in the settings to let this value pass, wherever it is')),
}


# what a word that is no option is answered with, `{}` for the word; of explain-value it may be the value, and is not to be shown again
UNEXPECTED = {
    'explain-value': 'the value comes on standard input, never as an argument, which a shell would remember',
    'rules': 'rules takes no name; mcp-hooks explain {} explains a rule',
    'clients': 'clients takes no name; mcp-hooks clients --explain {} says all that is known',
}


def OPTIONS(command: str) -> tuple[Option, ...]:  # noqa: N802 — the name every command module has
    return BY_COMMAND[command]


def run(arguments: Arguments) -> int:
    text = {'rules': _rules, 'explain': _explain, 'clients': _clients, 'explain-value': _value}[arguments.command](arguments)
    say(text if text.endswith('\n') else f'{text}\n')
    return CLEAN


def all_rules() -> tuple[Rule, ...]:
    """Configuration and session rules, by id."""
    from mcp_hooks.rules import config_rules
    from mcp_hooks.transcripts.rules import session_rules

    return tuple(sorted((*config_rules(), *session_rules()), key=lambda rule: rule.id))


def _rules(arguments: Arguments) -> str:
    if arguments.format == 'json':
        import json

        return json.dumps([{'id': r.id, 'name': r.name, 'category': r.category, 'severity': r.severity, 'default': r.default,
                            'summary': r.summary, 'help': r.help, 'source': r.source, 'checked': r.checked} for r in all_rules()],
                          indent=2)
    from mcp_hooks.rules import describe

    return describe.table(all_rules())


def _explain(arguments: Arguments) -> str:
    from mcp_hooks.policy.select import nearest
    from mcp_hooks.rules import describe
    from mcp_hooks.rules.rule import CATEGORIES

    rules = all_rules()
    out = []
    for word in arguments.rules:
        if word.lower() in CATEGORIES:
            raise UsageError(f'{word.lower()} is a category, and explain takes a rule of it: mcp-hooks rules lists them')
        rule = next((rule for rule in rules if word.upper() == rule.id or word.lower() == rule.name), None)
        if rule is None:
            guess = nearest(word, {name for rule in rules for name in (rule.id, rule.name)})
            raise UsageError(f'no rule {word!r}' + (f', did you mean {guess!r}?' if guess else '; see mcp-hooks rules'))
        out.append(describe.explain(rule))
    return '\n'.join(out)


def _clients(arguments: Arguments) -> str:
    from mcp_hooks.clients import describe
    from mcp_hooks.clients.registry import client_words, kinds_of_client, matches

    if not arguments.explain:
        if arguments.format == 'json':
            import json

            return json.dumps(describe.as_data(), indent=2)
        return describe.table()
    ids = kinds_of_client(arguments.explain) or tuple(match.id for match in matches(arguments.explain.replace('\\', '/')))
    if not ids:
        from mcp_hooks.policy.select import nearest, shown

        if set('./\\') & set(arguments.explain):
            raise UsageError(f'no client is known to read {shown(arguments.explain)} by its path; mcp-hooks clients lists the paths')
        guess = nearest(arguments.explain, client_words())
        raise UsageError(f'no client {shown(arguments.explain)}' + (f', did you mean {guess!r}?' if guess else '; see mcp-hooks clients'))
    return '\n\n'.join(describe.explain(id) for id in ids)


def _value(arguments: Arguments) -> str:
    """The value comes on standard input, never as an argument: arguments end up in a shell's history."""
    from mcp_hooks.credentials.judge import explain_value

    if sys.stdin is None:
        raise UsageError('standard input is closed')
    reconfigure = getattr(sys.stdin, 'reconfigure', None)
    if reconfigure is not None:
        reconfigure(encoding='utf-8', errors='replace')  # whatever the console's code page
    data = sys.stdin.read()
    name, value = (arguments.name, data) if arguments.name else data.partition('\n')[::2]
    if not value.strip('\r\n'):  # one line alone may well be the value: it is not to come back as a name
        raise UsageError('standard input is the name on the first line and the value below it; with --name NAME it is the value alone')
    if arguments.fingerprint:
        return _fingerprint(value.strip('\r\n'))
    return explain_value(name.strip(), value.strip('\r\n'))


def _fingerprint(value: str) -> str:
    """With the salt that the settings have already: each value of a scan is then hashed once, however many are allowed."""
    from mcp_hooks.policy import in_force
    from mcp_hooks.policy.slow_hash import salt_of, value_fingerprint

    try:
        allowed = in_force.load('.').allow
    except ValueError as error:
        raise UsageError(str(error)) from None
    return value_fingerprint(value, salt_of(allowed))
