"""A source goes in, findings come out. The only place that calls configuration rules."""
from __future__ import annotations

from mcp_hooks import documents, text
from mcp_hooks.documents.node import ARRAY, OBJECT
from mcp_hooks.findings import NOTE, Finding
from mcp_hooks.report import Report
from mcp_hooks.rules.rule import CREDENTIAL, FILE, SERVER, SYNTAX, TREE, Rule
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Document
    from mcp_hooks.findings import Hit
    from mcp_hooks.merging import Judged, RuleHit
    from mcp_hooks.servers import ConfigFile
    from mcp_hooks.sources.source import Source

PLAIN = 'plain'  # the reader of a text that no client reads


class Options(NamedTuple):
    """``rules`` are those that were selected, ``severities`` rule id → severity from the settings.

    ``clients`` are ids of the kinds whose clients the user says are used (``policy.select.used_clients``): what breaks for
    them counts in full, whoever owns the path. With ``every_reader`` what breaks only for other readers of a path is reported as a note.
    """

    rules: tuple[Rule, ...]
    severities: Mapping[str, str] = {}
    clients: frozenset[str] = frozenset()
    every_reader: bool = False
    platforms: tuple[str, ...] = ()
    exists: Callable[[str], bool] | None = None  # is there a file at this path beside the source
    list_servers: bool = False  # fill ``Report.servers``: for a report that shows them
    tracked: Callable[[str], bool] | None = None  # does git track this path; None where nobody can tell
    list_named_files: bool = False  # fill ``Examined.named_files``: for a scan, which looks at those files as well


class Examined(NamedTuple):
    """One file after its rules ran. ``files`` holds what the owner of the path sees; ``document`` is the whole text."""

    path: str
    document: Document
    files: tuple[ConfigFile, ...]
    findings: list[Finding]
    secrets: Mapping[Finding, str]  # the credential a finding is about; never leaves the process
    named_files: tuple[str, ...] = ()  # paths in the tree from which its entries read variables or keys
    failed: tuple[str, ...] = ()  # internal errors of single rules: the others have spoken all the same


def read(source: Source) -> Document:
    """Decode and parse; every problem of the text is in the document."""
    decoded = text.decode(source.data)
    document = documents.parse(decoded.text, _format_of(source, decoded.text))
    document.encoding = decoded.encoding
    document.bom = decoded.had_bom
    document.undecodable = decoded.problem[0] if decoded.problem else None
    return document


def _format_of(source: Source, content: str) -> str:
    """By the name of the file, or of a link to it that a client reads."""
    for path in (source.path, *source.links):
        format = documents.format_of(path, content)
        if format != 'text':
            return format
    return 'text'


def examine(source: Source, options: Options) -> Examined:
    """All findings of one file."""
    document = read(source)
    owner, judged, failed = _judge(source, document, options)
    files = (owner,)
    named_files: tuple[str, ...] = ()
    if options.list_named_files:
        from mcp_hooks.rules.named_files import named_files as named_by

        named_files = named_by(owner)
    if not judged:
        return Examined(source.path, document, files, [], {}, named_files, failed)
    findings, secrets = _findings(source, document, files, judged)
    return Examined(source.path, document, files, findings, secrets, named_files, failed)


def owner_of(source: Source, options: Options) -> ConfigFile:
    """The file as the owner of its path sees it."""
    return next(_readers(source, read(source), options))


def _readers(source: Source, document: Document, options: Options) -> Iterator[ConfigFile]:
    """The file as each reader sees it, the owner first. A link that leads here counts as a name of the file.

    Text that no client reads can still hold a credential (a README, a script): it has one nameless reader.
    """
    from mcp_hooks.clients.entries import config_files

    found = False
    for path in (source.path, *source.links):
        for file in config_files(path, document, options.exists):
            found = True
            file.platforms = options.platforms
            file.tracked = options.tracked
            yield file
        if found:
            return
    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.servers import ConfigFile

    yield ConfigFile(source.path, document, FileKind(id=PLAIN, servers_at=()), recognised_by='nothing')


def _judge(source: Source, document: Document, options: Options) -> tuple[ConfigFile, list[Judged], tuple[str, ...]]:
    """Run the rules for every reader that counts; the owner, what all of them mind, and what went wrong in a rule.

    Records of other readers are loaded only when there is something to ask them: a clean file pays for its owner alone.
    """
    readers = _readers(source, document, options)
    owner = next(readers)
    failed: list[str] = []
    hits = list(_hits(owner, options.rules, failed))
    linked = _owners_by_link(source, document, options, owner) if source.links else []
    if not (hits or linked or options.clients or options.every_reader):
        return owner, [], tuple(failed)
    from mcp_hooks.merging import Merged
    from mcp_hooks.opinions import BY_CLIENT

    rules = tuple(rule for rule in options.rules if rule.category in BY_CLIENT)
    merged = Merged(options.severities)
    merged.hear(owner, hits)
    for file in linked:
        merged.hear(file, _hits(file, rules, failed))
    others: list[ConfigFile] = []
    for file in readers:
        if any(file.kind.id == one.kind.id for one in linked):
            continue
        used = is_used(file.kind, options.clients)
        if used or options.every_reader:
            merged.hear(file, _hits(file, rules, failed), noted=not used)
        else:
            others.append(file)
    for file in others if merged.by_place else ():
        if file.kind.confidence != 'low':  # else too little is known of it to quote it
            # where one bad entry is the end of all, every entry has to be good
            entries = merged.entries() if file.kind.one_bad_entry == 'entry' else None
            merged.compare(file, _hits(file, rules, failed, entries))
    return owner, merged.result(), tuple(dict.fromkeys(failed))


def _owners_by_link(source: Source, document: Document, options: Options, owner: ConfigFile) -> list[ConfigFile]:
    """The file as the owners of the links see it that lead here, each kind once: whoever made the link wants them to read it."""
    from mcp_hooks.clients.entries import config_files

    found: dict[str, ConfigFile] = {}
    for path in source.links:
        file = next(iter(config_files(path, document, options.exists)), None)
        if file is not None and file.recognised_by == 'path' and file.kind.id != owner.kind.id and file.kind.id not in found:
            file.platforms = options.platforms
            file.tracked = options.tracked
            found[file.kind.id] = file
    return list(found.values())


def _hits(file: ConfigFile, rules: tuple[Rule, ...], failed: list[str],
          entries: frozenset[int] | None = None) -> Iterator[RuleHit]:
    """What the rules say to one reader; with ``entries`` of these entries and of the file only."""
    servers = file.servers if entries is None else [server for server in file.servers if id(server.entry) in entries]
    only: tuple[str, ...] = ()
    quiet = False
    if file.kind.id == PLAIN:
        only = (CREDENTIAL,)
        quiet = file.document.format == 'text'  # no client reads it: advice on a key that is public is of no use there
    elif any(p.code in documents.BROKEN for p in file.document.problems):
        only = (SYNTAX, CREDENTIAL)
    placed = _from_its_key if file.document.format == 'yaml' else _as_it_is
    for rule in rules:
        if only and rule.category not in only:
            continue
        try:
            if rule.subject == FILE:
                for hit in rule.check(file):
                    if not (quiet and (hit.severity or rule.severity) == NOTE):
                        yield rule, placed(file, hit), file.server_at(hit.where()[0], hit.at)
            elif rule.subject == SERVER:
                for server in servers:
                    for hit in rule.check(server):
                        yield rule, placed(file, hit), server
        except Exception as error:  # a rule that falls over must not take what the others found with it
            failed.append(describe(error))


def _as_it_is(file: ConfigFile, hit: Hit) -> Hit:
    return hit


def _from_its_key(file: ConfigFile, hit: Hit) -> Hit:
    """A map or list in block style begins on the line after its key: what is said of it belongs to the line with the key."""
    node = hit.at
    if hit.span is not None or node is None or node.kind not in (OBJECT, ARRAY) or file.document.text[node.start:node.start + 1] in '{[':
        return hit
    key = next((member.key for member in node.parent.members if member.value is node), None) if node.parent is not None else None
    return hit if key is None else hit._replace(span=(key.start, node.end))


def is_used(kind: FileKind, clients: frozenset[str]) -> bool:
    """Did the user name the client of this kind of file?"""
    return kind.id in clients


def _findings(source: Source, document: Document, files: tuple[ConfigFile, ...],
              judged: list[Judged]) -> tuple[list[Finding], dict[Finding, str]]:
    from mcp_hooks.present import Presenter

    presenter = Presenter(source, document, files)
    findings: list[Finding] = []
    secrets: dict[Finding, str] = {}
    for one in judged:
        finding = presenter.finding(one)
        findings.append(finding)
        if one.hit.secret:
            secrets[finding] = one.hit.secret
    return findings, secrets


def across(examined: list[Examined], options: Options) -> list[Finding]:
    """What only shows when the files of a project are seen side by side."""
    rules = [rule for rule in options.rules if rule.subject == TREE]
    owned = [(one, one.files[0]) for one in examined if one.files and (one.files[0].servers or one.files[0].kind.named_in)]
    if not rules or len(owned) < 2:
        return []
    from mcp_hooks.merging import Judged, severity_of
    from mcp_hooks.present import Presenter
    from mcp_hooks.sources.source import Source

    findings = []
    by_file = {id(file): one for one, file in owned}
    presenters: dict[int, Presenter] = {}
    for rule in rules:
        for file, hit in rule.check([file for _, file in owned]):
            one = by_file[id(file)]
            if id(file) not in presenters:
                presenters[id(file)] = Presenter(Source(one.path, b''), one.document, one.files)
            server = file.server_at(hit.where()[0], hit.at)
            severity = severity_of(rule, hit, file, server, options.severities)
            findings.append(presenters[id(file)].finding(Judged(rule, hit, severity, server, ())))
    return findings


def run(sources: Iterable[Source], options: Options, report: Report | None = None) -> tuple[Report, list[Examined]]:
    """Examine every source. An odd file never ends the run: an internal error is kept with the file's name."""
    report = report or Report(options.rules)
    kept: list[Examined] = []
    for source in sources:
        try:
            examined = examine(source, options)
        except Exception as error:  # the message may hold text of the file, so only its kind and our own line are shown
            report.errors.append((source.path, describe(error)))
            continue
        report.checked.append(source.path)
        if source.origin == 'untracked':
            report.untracked.append(source.path)
        report.errors.extend((source.path, message) for message in examined.failed)
        report.findings.extend(examined.findings)
        if options.list_servers:
            from mcp_hooks.listing import listed

            report.servers.extend(listed(examined.document, examined.files))
        kept.append(examined)
    try:
        report.findings.extend(across(kept, options))
    except Exception as error:
        report.errors.append(('.', describe(error)))
    report.sort()
    return report, kept


def describe(error: BaseException) -> str:
    """Where in our code an internal error rose, never its message: that may hold text of the file."""
    where = ''
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename.replace('\\', '/')
        if '/mcp_hooks/' in name:
            where = f' in {name.rpartition("/mcp_hooks/")[2]}:{trace.tb_lineno}'
        trace = trace.tb_next
    return f'internal error: {type(error).__name__}{where}; please report it'
