"""The table of clients in words: docs/clients.md, ``mcp-hooks clients`` and ``mcp-hooks clients --explain ID``."""
from __future__ import annotations

from mcp_hooks.clients import registry
from mcp_hooks.clients.record import BUILTIN, HTTP, INVALID, OPENAPI, SSE, STDIO, WS, FileKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FORMATS = {'json': 'JSON', 'yaml': 'YAML', 'toml': 'TOML', 'front-matter': 'Markdown front matter', '': '–'}
TRANSPORTS = {STDIO: 'stdio', HTTP: 'Streamable HTTP', SSE: 'HTTP+SSE', WS: 'WebSocket', OPENAPI: 'OpenAPI',
              BUILTIN: 'built in',
              INVALID: 'refused or dropped'}
COSTS = {'entry': 'that entry', 'file': 'the whole file', 'client': 'the whole program'}


def kinds() -> list[FileKind]:
    """All records in the order of the table."""
    return [registry.load(kind_id) for kind_id in registry.all_ids()]


def table() -> str:
    """One line for each kind: its id, who reads it, and where. For a terminal."""
    rows = [(kind.id, kind.client or 'any client', ', '.join(_paths(kind)) or '–') for kind in kinds()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return '\n'.join(f'{id:<{widths[0]}}  {client:<{widths[1]}}  {paths}' for id, client, paths in rows) + '\n'


def explain(kind_id: str) -> str:
    """All that is known of one kind, with its sources. Raises KeyError for an id that there is not."""
    kind = registry.load(kind_id)
    lines = [f'{kind.id}: {kind.client or "any client"}, {kind.about}', '']
    for name, text in facts(kind, _plain):
        lines.append(f'{name}: {text}')
    lines += ['', *(_mistakes(kind, _plain) or ()), *(f'Note: {note}' for note in kind.notes)]
    lines += ['', f'Confidence: {_confidence(kind, _plain)}', f'Checked: {kind.checked}',
              *(f'Source: {s}' for s in kind.sources)]
    lines += [f'Source for {fact}: {address}' for fact, address in sorted(kind.evidence.items())]
    return _tidy(lines)


def markdown() -> str:
    """The text of docs/clients.md."""
    lines = [
        '# Clients', '',
        'Who reads which file, and what it makes of it. This page is written by `python -m mcp_hooks.clients.describe` from '
        'the records in `mcp_hooks/clients`: change those.', '',
        'A fact that is not proven, or a record with less than high confidence, never makes an error.', '',
        '| client | kind | files | format | servers under | Streamable HTTP is written | url without type '
        '| a credential is written | one bad entry costs | confidence |',
        '|---|---|---|---|---|---|---|---|---|---|',
    ]
    records = kinds()
    lines += ['| ' + ' | '.join(_cell(cell) for cell in _row(kind)) + ' |' for kind in records if not kind.read_by_nobody]
    lines += ['', '## Files that nobody reads', '',
              '| kind | file | where it belongs | confidence | checked | sources |', '|---|---|---|---|---|---|']
    for kind in records:
        if kind.read_by_nobody:
            sources = ' '.join(f'<{address}>' for address in dict.fromkeys((*kind.evidence.values(), *kind.sources)))
            cells = (kind.id, _code(_paths(kind)), _literal(kind.read_by_nobody), kind.confidence, kind.checked, sources)
            lines.append('| ' + ' | '.join(_cell(cell) for cell in cells) + ' |')
    for kind in (kind for kind in records if not kind.read_by_nobody):
        lines += ['', f'## {kind.id}', '', _sentence(f'{kind.client or "Any client"}: {kind.about}'), '']
        lines += [f'- {name}: {text}' for name, text in facts(kind, _literal)]
        lines += _list('What goes wrong', _mistakes(kind, _literal)) + _list('Notes', [_sentence(note) for note in kind.notes])
        lines += ['', f'Confidence: {_confidence(kind, _literal)} Checked {kind.checked}.', '']
        lines += [f'- <{address}>' for address in kind.sources]
        lines += [f'- {_literal(fact)}: <{address}>' for fact, address in sorted(kind.evidence.items())]
    return _tidy(lines)


def facts(kind: FileKind, literal: Callable[[str], str]) -> list[tuple[str, str]]:
    """What the record says, as pairs of a name and a sentence; what it leaves open is left out."""

    def words(values: Iterable[str]) -> str:
        return ', '.join(literal(value) for value in values)

    out = [
        ('Files', words(_paths(kind))),
        ('In the home folder', words(kind.user_paths)),
        ('Read by nobody; it belongs in', literal(kind.read_by_nobody) if kind.read_by_nobody else ''),
        ('Not read', words(kind.not_read)),
        ('Obsolete; it belongs in', kind.obsolete),
        ('Format', _format(kind)),
        ('Servers under', _ways(kind, literal)),
        ('Often put here, read by nobody', '; '.join(
            f'{literal(".".join(way))} (belongs in {where})' for way, where in kind.misplaced.items())),
    ]
    if kind.servers_at:
        out += [
            ('Transports', ', '.join(TRANSPORTS[t] for t in (STDIO, HTTP, SSE, WS, OPENAPI, BUILTIN) if t in kind.transports)),
            ('Type words', _type_words(kind, literal)),
            ('A url without a type is',
             TRANSPORTS[kind.url_without_type] if HTTP in kind.transports or SSE in kind.transports else ''),
            ('An unknown type is', 'treated as if it were absent' if not kind.unknown_type else TRANSPORTS[kind.unknown_type]
             if kind.type_field else ''),
            ('command and url together',
             {'refused': 'refused', 'command': 'command wins', 'url': 'url wins'}.get(kind.command_and_url, '')),
            ('Fields', _fields(kind, literal)),
            ('Written by mistake', ', '.join(
                literal(key) + (f' for {literal(word)}' if word else '') for key, word in sorted(kind.ignored.items()))),
            ('Releases differ on', '; '.join(f'{literal(key)}: {text}' for key, text in kind.varies.items())),
            ('Unknown keys are', kind.unknown_keys),
            ('References filled in', '; '.join(
                f'{literal(dialect)} in {_roles(roles)}'
                for dialect, roles in kind.expands.items())),
            ('References left as they are', words(sorted(kind.literal))),
            ('Reported to be left as it is', '; '.join(
                f'{literal(dialect)} in {", ".join(roles)}' for dialect, roles in kind.literal_in.items())),
            ('Prompted inputs are declared under', literal('.'.join(kind.inputs_at)) if kind.inputs_at else ''),
            ('Keys of user_config are declared under', literal('.'.join(kind.user_config_at)) if kind.user_config_at else ''),
            ('Variables handed on begin with', literal(kind.variable_prefix) if kind.variable_prefix else ''),
            ('Names filled in by the client', words(sorted(kind.predefined))),
            ('A credential is written', literal(kind.reference) if kind.reference else ''),
            ('Server names', _names(kind, literal)),
            ('Timeouts are in', {'ms': 'milliseconds', 's': 'seconds'}.get(kind.timeout_unit, '')),
            ('Relative paths start from', {'file': 'the folder of the file', 'workspace': 'the workspace',
                                           'undefined': 'no folder in particular'}.get(kind.relative_base, '')),
            ('A leading ~ is resolved in', _roles(kind.resolves_tilde) if kind.resolves_tilde else ''),
            ('A command of several words is', 'taken apart where there are no args' if kind.splits_command else ''),
            ('Servers are started with', 'a minimal environment and their own env' if kind.clean_environment else ''),
            ('On Windows', 'npx and its like are wrapped in cmd by the client' if kind.wraps_scripts else ''),
            ('The client runs', 'in a container as a rule' if kind.in_container else ''),
            ('Tools shown', f'at most {kind.tool_limit}' if kind.tool_limit else ''),
            ('One bad entry costs', COSTS[kind.one_bad_entry]),
        ]
    out.append(('Schema', literal(kind.schema) if kind.schema else ''))
    return [(name, text) for name, text in out if text]


def _roles(roles: tuple[str, ...]) -> str:
    return 'every string' if '*' in roles else ', '.join(roles)


def _paths(kind: FileKind) -> list[str]:
    if kind.id == registry.GENERIC:
        return ['any name (by content)']
    repo, home = registry.patterns_of(kind.id)
    return [*(pattern for pattern in repo if pattern[0] not in '?!'), *(f'~/…/{pattern}' for pattern in home),
            *(f'{pattern[1:]} (by content)' for pattern in repo if pattern[0] in '?!')]


def _format(kind: FileKind) -> str:
    text = FORMATS[kind.format]
    if kind.format == 'json':
        taken = [word for word, yes in (('comments', kind.comments), ('trailing commas', kind.trailing_commas)) if yes]
        text += ' with ' + ' and '.join(taken) if taken else ', strict'
    return text


def _ways(kind: FileKind, literal: Callable[[str], str]) -> str:
    ways = ', '.join(literal('.'.join(way)) for way in kind.servers_at)
    if not ways:
        return ''
    shape = {'list': ' (a list)', 'single': ' (one entry)'}.get(kind.shape, '')
    extra = [word for word, yes in ((' or a bare map', kind.bare), (' or one bare entry', kind.single),
                                    (' or the path of a file', kind.manifest_paths)) if yes]
    return ways + shape + ','.join(extra) + ('; needed' if kind.servers_required else '')


def _type_words(kind: FileKind, literal: Callable[[str], str]) -> str:
    if not kind.type_field:
        return 'none are read'
    parts = []
    for transport in (STDIO, HTTP, SSE, WS, OPENAPI, BUILTIN):
        words = [literal(word) for word, meaning in kind.type_words.items() if meaning == transport]
        if words:
            needed = ' (needed)' if transport in kind.type_required else ''
            parts.append(f'{TRANSPORTS[transport]} {" or ".join(words)}{needed}')
    return '; '.join(parts)


def _fields(kind: FileKind, literal: Callable[[str], str]) -> str:
    parts = []
    for key, field in kind.fields.items():
        more = [word for word in (
            'needed' if field.required else '',
            f'one of {", ".join(literal(v) for v in field.values)}' if field.values else '',
            f'{field.low:g} to {field.high:g}' if field.low is not None and field.high is not None else '',
            field.note) if word]
        parts.append(literal(key) + (f' ({"; ".join(more)})' if more else ''))
    return ', '.join(parts)


def _names(kind: FileKind, literal: Callable[[str], str]) -> str:
    parts = []
    if kind.name_rule:
        parts.append(f'{literal(kind.name_rule)}, {"refused" if kind.name_rule_breaks else "rewritten"} otherwise')
    if kind.reserved:
        parts.append(f'reserved: {", ".join(literal(name) for name in sorted(kind.reserved))}')
    if kind.name_limit:
        parts.append(f'server and tool together at most {kind.name_limit} characters')
    return '; '.join(parts)


def _mistakes(kind: FileKind, literal: Callable[[str], str]) -> list[str]:
    out = []
    for what, reports in kind.mistakes:
        links = ' '.join(f'<{link}>' if literal is _literal else link for link in reports)
        out.append(what + (f' ({links})' if links else ''))
    return out


def _confidence(kind: FileKind, literal: Callable[[str], str]) -> str:
    unsure = ', '.join(literal(fact) for fact in sorted(kind.unsure))
    return f'{kind.confidence}' + (f'; not proven: {unsure}.' if unsure else '.')


def _row(kind: FileKind) -> tuple[str, ...]:
    def ways() -> str:
        return ' or '.join(_literal('.'.join(way)) for way in kind.servers_at) or '–'

    word = kind.word_for(HTTP)
    remote = HTTP in kind.transports
    url = next((key for key, field in kind.fields.items() if field.role == 'url'), 'url')
    http = '–' if not remote else f'type {_literal(word)}' if kind.type_field and word else _literal(url)
    return (kind.client or 'any', f'[{kind.id}](#{kind.id})', _code(_paths(kind)), _format(kind), ways(), http,
            TRANSPORTS[kind.url_without_type] if remote else '–', _literal(kind.reference) if kind.reference else '–',
            COSTS[kind.one_bad_entry] if kind.servers_at else '–', kind.confidence)


def _code(values: Iterable[str]) -> str:
    return ', '.join(_literal(value) for value in values) or '–'


def _literal(text: str) -> str:
    # a span of code whose text begins or ends with a backtick does not occur
    return f'`{text}`'


def _plain(text: str) -> str:
    return text


def _cell(text: str) -> str:
    return text.replace('|', '\\|')


def _sentence(text: str) -> str:
    return text if text.endswith(('.', '!', '?')) else text + '.'


def _list(title: str, items: Iterable[str]) -> list[str]:
    lines = [f'- {item}' for item in items]
    return ['', f'{title}:', '', *lines] if lines else []


def _tidy(lines: Iterable[str]) -> str:
    out: list[str] = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line)
    while out and not out[-1]:
        out.pop()
    return '\n'.join(out) + '\n'


if __name__ == '__main__':
    import os

    page = os.path.join(os.path.dirname(__file__), '..', '..', 'docs', 'clients.md')
    os.makedirs(os.path.dirname(page), exist_ok=True)
    with open(page, 'w', encoding='utf-8', newline='\n') as file:
        file.write(markdown())
