"""What a record says, in words: a name, a sentence, and the attributes of the record that it tells of."""
from __future__ import annotations

from mcp_hooks.clients import registry
from mcp_hooks.clients.record import BUILTIN, HTTP, INVALID, OPENAPI, SSE, STDIO, URL, WS, FileKind
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Literal = Callable[[str], str]  # how a word of the file is set off from the sentence

FORMATS = {'json': 'JSON', 'yaml': 'YAML', 'toml': 'TOML', 'front-matter': 'Markdown front matter', '': '–'}
TRANSPORTS = {STDIO: 'stdio', HTTP: 'Streamable HTTP', SSE: 'HTTP+SSE', WS: 'WebSocket', OPENAPI: 'OpenAPI',
              BUILTIN: 'built in', INVALID: 'refused or dropped'}
COSTS = {'entry': 'that entry', 'file': 'the whole file', 'client': 'the whole program'}
UNITS = {'ms': 'milliseconds', 's': 'seconds'}


class Fact(NamedTuple):
    """``about`` are attributes of the record; what it leaves open has no text."""

    name: str
    text: str
    about: tuple[str, ...] = ()


def facts(kind: FileKind, literal: Literal) -> list[Fact]:
    """All that a record says; what it leaves open is left out."""
    files = Fact('Files', paths(kind, literal))
    return [fact for fact in (files, *_of_the_file(kind, literal), *(_of_entries(kind, literal) if kind.servers_at else ()),
                              Fact('Schema', literal(kind.schema) if kind.schema else '', ('schema',))) if fact.text]


def doubt(kind: FileKind, *about: str) -> str:
    """What is not proven of the attributes: their parts, ``all`` for a whole one, '' where nothing is doubted."""
    if not kind.unsure.isdisjoint(about):
        return 'all'
    return ', '.join(part for name, _, part in (fact.partition('.') for fact in sorted(kind.unsure)) if part and name in about)


def proofs(kind: FileKind, *about: str) -> list[str]:
    """The addresses that prove the attributes, where the record names some beside its sources."""
    return list(dict.fromkeys(address for fact, address in kind.evidence.items() if fact.partition('.')[0] in about))


def paths(kind: FileKind, literal: Literal) -> str:
    """Where the file stands, and the names under which it is known by what is in it."""
    if kind.id == registry.GENERIC:
        return 'any, known by its content'
    repo, home = registry.patterns_of(kind.id)
    by_path = [pattern for pattern in repo if pattern[0] not in '?!']
    by_path += [f'~/{pattern}' if pattern[0] == '.' else f'~/…/{pattern}' for pattern in home]
    by_content = [pattern[1:] for pattern in repo if pattern[0] in '?!']
    parts = [_words(by_path, literal)] if by_path else []
    parts += [f'by content {_words(by_content, literal)}'] if by_content else []
    return '; '.join(parts)


def flavour(kind: FileKind) -> str:
    """The format, for JSON with what the reader takes beside the standard."""
    text = FORMATS[kind.format]
    if kind.format == 'json':
        taken = [word for word, yes in (('comments', kind.comments), ('trailing commas', kind.trailing_commas)) if yes]
        text += ' with ' + ' and '.join(taken) if taken else ', strict'
    return text


def streamable(kind: FileKind, literal: Literal) -> str:
    """How an address for Streamable HTTP is written here, '' where there is no such transport."""
    if HTTP not in kind.transports:
        return ''
    word = kind.word_for(HTTP)
    if kind.type_field and word:
        return f'{literal(kind.type_field)} {literal(word)}'
    return literal(next((key for key, field in kind.fields.items() if field.role == URL), 'url'))


def switch(kind: FileKind, literal: Literal) -> str:
    """The key that switches a server off, '' where there is none."""
    return ' or '.join(literal(f'{key}: {"true" if field.role == "disabled" else "false"}')
                       for key, field in kind.fields.items() if field.role in ('disabled', 'enabled'))


def _of_the_file(kind: FileKind, literal: Literal) -> Iterable[Fact]:
    yield Fact('In the home folder', _words(kind.user_paths, literal), ('user_paths', 'home_only'))
    yield Fact('Read by nobody; it belongs in', literal(kind.read_by_nobody) if kind.read_by_nobody else '', ('read_by_nobody',))
    yield Fact('Not read', _words(kind.not_read, literal), ('not_read',))
    yield Fact('Obsolete; it belongs in', kind.obsolete, ('obsolete',))
    yield Fact('Format', flavour(kind) if kind.format else '', ('format', 'comments', 'trailing_commas', 'bom_breaks'))
    yield Fact('Servers under', _ways(kind, literal), ('servers_at', 'shape', 'bare', 'single', 'servers_required', 'manifest_paths'))
    yield Fact('At the top of the file it needs', _words(kind.root_required, literal), ('root_required',))
    yield Fact('Lists', '; '.join(
        f'{literal(key)} of ' + (f'objects with one of {_words(keys, literal)}' if keys else 'names')
        for key, keys in kind.choices.items()), ('choices',))
    lists = _words((*kind.named_at, *kind.refused_at), literal)
    yield Fact('Names servers of', f'{literal(kind.named_in)} in {lists}' if kind.named_in else '',
               ('named_at', 'refused_at', 'named_in'))
    yield Fact('Names tools of its servers in', _words(kind.tools_at, literal) + (
        f'; others may be meant unless {" or ".join(map(literal, kind.tools_alone))} is false' if kind.tools_alone else ''),
        ('tools_at', 'tools_alone'))
    yield Fact('Of itself the file says', '; '.join(
        f'{literal(key)}' + (f' like {literal(rule)}' if rule else '') + (f', at most {most} characters' if most else '')
        for key, (rule, most) in kind.own_texts.items()), ('own_texts',))
    yield Fact('Words of its own', '; '.join(
        f'{literal(".".join(way))} is one of {_words(words, literal)}' for way, words in kind.own_values.items()), ('own_values',))
    yield Fact('Objects of its own', '; '.join(
        literal('.'.join(way)) + (f' with {_words(keys, literal)}' if keys else '') for way, keys in kind.own_objects.items()),
        ('own_objects',))
    yield Fact('Often put here, read by nobody', '; '.join(
        f'{literal(".".join(way))} (belongs in {where})' for way, where in kind.misplaced.items()), ('misplaced',))


def _of_entries(kind: FileKind, literal: Literal) -> Iterable[Fact]:
    remote = HTTP in kind.transports or SSE in kind.transports or 'url_without_type' in kind.evidence
    yield Fact('Transports', ', '.join(TRANSPORTS[t] for t in TRANSPORTS if t in kind.transports), ('transports',))
    yield Fact('Type words', _type_words(kind, literal), ('type_words', 'type_required', 'type_field'))
    yield Fact('A url without a type is', TRANSPORTS[kind.url_without_type] if remote else '', ('url_without_type', 'url_hints'))
    yield Fact('An unknown type is', ('treated as if it were absent' if not kind.unknown_type else TRANSPORTS[kind.unknown_type])
               if kind.type_field else '', ('unknown_type',))
    yield Fact('command and url together', {'refused': 'refused', 'command': 'command wins', 'url': 'url wins'}.get(
        kind.command_and_url, ''), ('command_and_url',))
    yield Fact('Keys of the other transport are', kind.wrong_transport, ('wrong_transport',))
    yield Fact('Fields', _fields(kind, literal), ('fields',))
    yield Fact('Written by mistake', ', '.join(
        literal(key) + (f' for {literal(word)}' if word else '') for key, word in sorted(kind.ignored.items())), ('ignored',))
    yield Fact('Variables that may not be set', _words(sorted(kind.refused_variables), literal), ('refused_variables',))
    yield Fact('Releases differ on', '; '.join(f'{literal(key)}: {text}' for key, text in kind.varies.items()), ('varies',))
    yield Fact('Unknown keys are', kind.unknown_keys, ('unknown_keys',))
    yield from _of_references(kind, literal)
    yield Fact('Server names', _names(kind, literal),
               ('name_rule', 'name_rule_breaks', 'gallery_keys', 'reserved', 'name_limit', 'odd_in_names'))
    yield Fact('A server is switched off by', switch(kind, literal))
    yield Fact('Timeouts are in', UNITS.get(kind.timeout_unit, ''), ('timeout_unit',))
    yield Fact('Relative paths start from', {'file': 'the folder of the file', 'workspace': 'the workspace',
                                             'undefined': 'no folder in particular'}.get(kind.relative_base, ''), ('relative_base',))
    yield Fact('A leading ~ is resolved in', _roles(kind.resolves_tilde) if kind.resolves_tilde else '', ('resolves_tilde',))
    yield Fact('A command of several words is', 'taken apart where there are no args' if kind.splits_command else '', ('splits_command',))
    yield Fact('Servers are started with', 'a minimal environment and their own env' if kind.clean_environment else '',
               ('clean_environment',))
    yield Fact('Words without quotes are', 'typed by YAML 1.1: yes, on, 1_000, 12:30 and dates are no strings' if kind.yaml_1_1 else '',
               ('yaml_1_1',))
    yield Fact('Put over it are', f'the values of {literal(kind.overlay)}' if kind.overlay else '', ('overlay',))
    yield Fact('An entry may be', 'a part of one in another file' if kind.partial else '', ('partial',))
    yield Fact('On Windows', 'npx and its like are wrapped in cmd by the client' if kind.wraps_scripts else '', ('wraps_scripts',))
    yield Fact('The client runs', 'in a container as a rule' if kind.in_container else '', ('in_container',))
    yield Fact('Tools shown', f'at most {kind.tool_limit}' if kind.tool_limit else '', ('tool_limit',))
    yield Fact('Versions must be exact', _words(['.'.join(way) for way in kind.exact_versions], literal), ('exact_versions',))
    yield Fact('One bad entry costs', COSTS[kind.one_bad_entry], ('one_bad_entry',))


def _of_references(kind: FileKind, literal: Literal) -> Iterable[Fact]:
    yield Fact('References filled in', '; '.join(
        f'{literal(dialect)} in {_roles(roles)}' for dialect, roles in kind.expands.items()), ('expands',))
    yield Fact('References left as they are', ', '.join(
        literal(dialect) + (' elsewhere' if dialect in kind.expands else '') for dialect in sorted(kind.literal)), ('literal',))
    yield Fact('Reported to be left as it is', '; '.join(
        f'{literal(dialect)} in {", ".join(roles)}' for dialect, roles in kind.literal_in.items()), ('literal_in',))
    yield Fact('Prompted inputs are declared under', literal('.'.join(kind.inputs_at)) if kind.inputs_at else '', ('inputs_at',))
    yield Fact('Keys of user_config are declared under', literal('.'.join(kind.user_config_at)) if kind.user_config_at else '',
               ('user_config_at',))
    yield Fact('Variables handed on begin with', literal(kind.variable_prefix) if kind.variable_prefix else '', ('variable_prefix',))
    yield Fact('Names filled in by the client', _words(sorted(kind.predefined), literal), ('predefined',))
    yield Fact('A credential is written', literal(kind.reference) if kind.reference else '', ('reference', 'variable_fields'))


def _words(values: Iterable[str], literal: Literal) -> str:
    return ', '.join(literal(value) for value in values)


def _roles(roles: tuple[str, ...]) -> str:
    return 'every string' if '*' in roles else ', '.join(roles)


def _ways(kind: FileKind, literal: Literal) -> str:
    ways = _words(['.'.join(way) for way in kind.servers_at], literal)
    if not ways:
        return ''
    shape = {'list': ' (a list)', 'single': ' (one entry)'}.get(kind.shape, '')
    extra = [word for word, yes in ((' or a bare map', kind.bare), (' or one bare entry', kind.single),
                                    (' or the path of a file', kind.manifest_paths)) if yes]
    return ways + shape + ','.join(extra) + ('; needed' if kind.servers_required else '')


def _type_words(kind: FileKind, literal: Literal) -> str:
    if not kind.type_field:
        return 'none are read'
    parts = []
    for transport, name in TRANSPORTS.items():
        words = [literal(word) for word, meaning in kind.type_words.items() if meaning == transport]
        if words:
            needed = ' (needed)' if transport in kind.type_required else ''
            parts.append(f'{name}: {" or ".join(words)}{needed}')
    return '; '.join(parts)


def _fields(kind: FileKind, literal: Literal) -> str:
    parts = []
    for key, field in kind.fields.items():
        more = [word for word in (
            'needed' if field.required else '',
            f'needed where {literal(field.required_with[0])} is {literal(field.required_with[1])}' if field.required_with[0] else '',
            f'one of {_words(field.values, literal)}' if field.values else '',
            f'like {literal(field.pattern)}' if field.pattern and not field.note else '',
            f'{field.low:g} to {field.high:g}' if field.low is not None and field.high is not None else '',
            field.note) if word]
        parts.append(literal(key) + (f' ({"; ".join(more)})' if more else ''))
    return ', '.join(parts)


def _names(kind: FileKind, literal: Literal) -> str:
    parts = []
    if kind.name_rule:
        parts.append(f'{literal(kind.name_rule)}, {"refused" if kind.name_rule_breaks else "rewritten"} otherwise')
    parts += [f'{literal(char)}: {why}' for char, why in kind.odd_in_names.items()]
    if kind.gallery_keys:
        parts.append(f'any in an entry of its gallery, marked by {_words(sorted(kind.gallery_keys), literal)}')
    if kind.reserved:
        parts.append(f'reserved: {_words(sorted(kind.reserved), literal)}')
    if kind.name_limit:
        parts.append(f'server and tool together at most {kind.name_limit} characters')
    return '; '.join(parts)
