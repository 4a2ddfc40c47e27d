"""mcp-hooks fix FILE …: mend what has one right answer."""
from __future__ import annotations

import os
import sys

from mcp_hooks.cli import CLEAN, FOUND, TROUBLE, UsageError, explained
from mcp_hooks.commands import common
from mcp_hooks.findings import ERROR, WARNING
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.engine import Examined
    from mcp_hooks.findings import Finding
    from mcp_hooks.options import Arguments
    from mcp_hooks.policy.suppress import Applied
    from mcp_hooks.sources.source import Source

OPTIONS = (
    Option('files', nargs='*', metavar='FILE', help='files to mend'),
    Option('--dry-run', action='store_true', help='print the diff and change nothing'),
    Option('--hook', action='store_true', help='exit 1 when a file was changed, as pre-commit expects of a fixer'),
    Option('--credentials', action='store_true', help="also replace credentials by the client's own reference to a variable"),
    Option('--env-file', metavar='PATH', help='with --credentials: append NAME=value there; the file must be ignored by git'),
    Option('--color', choices=('auto', 'always', 'never'), default='auto'),
    *common.RULES,
)


def run(arguments: Arguments) -> int:
    """Exit 0; with --hook 1 when something was (or with --dry-run would be) changed."""
    if not arguments.files:
        if arguments.hook:
            return CLEAN
        raise UsageError('name a file to mend')
    if arguments.env_file and not arguments.credentials:
        raise UsageError('--env-file goes with --credentials')
    for name in arguments.files:
        if os.path.isdir(name):
            raise UsageError(f'{name} is a folder, and fix takes files: mcp-hooks scan {name} says of which it can mend something')
    from mcp_hooks.redact import clean_path
    from mcp_hooks.reports.escape import terminal_line
    from mcp_hooks.sources import files
    from mcp_hooks.sources.source import Skipped, SourceError

    arguments.trust_settings_from = None
    prepared = common.prepare(arguments, os.getcwd())
    mended = _Mended(arguments, prepared)
    try:
        for name, source in zip(arguments.files, [next(iter(files.from_arguments([name]))) for name in arguments.files], strict=True):
            if isinstance(source, Skipped):
                print(terminal_line(f'skipped {clean_path(source.path)}: {source.reason}'), file=sys.stderr)
            elif prepared.settings.is_excluded(source.path):
                why = f'skipped {clean_path(source.path)}: excluded by {clean_path(prepared.settings.source)}'
                print(terminal_line(why), file=sys.stderr)
            else:
                mended.file(os.path.realpath(name), source)
    except SourceError as error:
        raise UsageError(str(error)) from None
    if mended.replaced:
        print('A credential that was ever committed has to be revoked: the history keeps it.')
    if mended.troubled:
        return TROUBLE
    if arguments.hook:  # the hook that checks says the rest
        return FOUND if mended.changed else CLEAN
    left = mended.left()
    if not mended.changed:
        print('nothing was mended' if left else 'nothing to mend')
    elif arguments.dry_run:
        print('nothing was written: --dry-run')
    if left:
        print(terminal_line(f'left for you: {left}; mcp-hooks check says more'))
    return CLEAN


class _Mended:
    """Writes each file whole or not at all and shows what changed, credentials masked."""

    def __init__(self, arguments: Arguments, prepared: common.Prepared) -> None:
        self.arguments = arguments
        self.prepared = prepared
        self.now: list[Source] = []  # each file as it is after the run, or would be
        self.options = prepared.options
        self.settings = prepared.settings
        self.variables: dict[str, str] = {}
        self.changed: list[str] = []
        self.troubled = False  # a file could not be written; the others are mended all the same
        self.replaced = False  # a credential
        if arguments.env_file:
            _usable_env_file(arguments.env_file)

    def file(self, path: str, source: Source) -> None:
        from mcp_hooks import engine
        from mcp_hooks.atomic import write_atomically
        from mcp_hooks.fixing import fix_data
        from mcp_hooks.sources import disk
        from mcp_hooks.sources.source import Source

        def find(name: str, data: bytes) -> list[Finding]:
            return self._sorted(engine.examine(Source(name, data), self.options)).kept

        def silenced(name: str, data: bytes) -> list[Finding]:
            return [one.finding for one in self._sorted(engine.examine(Source(name, data), self.options)).suppressed]

        data, titles = fix_data(source.path, source.data, find)
        secrets: dict[str, str] = {}
        if self.arguments.credentials:
            from mcp_hooks.credential_fixes import fix_credentials

            data, more, secrets = fix_credentials(source.path, data, self.options, silenced if self._may_be_silenced(data) else None)
            titles += more
            self.replaced = self.replaced or bool(more)
        if data == source.data:
            self.now.append(source)
            return
        if not self.arguments.dry_run:
            try:
                if disk.read_regular(path, source.path, None) != source.data:
                    raise OSError(0, 'was changed by somebody else meanwhile, and is left as it is', path)
                if self.arguments.env_file:
                    _append(self.arguments.env_file, secrets)
                write_atomically(path, data)
            except OSError as error:
                print(f'mcp-hooks: {explained(error)}', file=sys.stderr)
                self.troubled = True
                return
        self.changed.append(source.path)
        self.now.append(Source(source.path, data))
        self._show(source, data, titles)

    def left(self) -> str:
        """The errors and warnings that have no one right answer, by file; '' where `check` would have none either."""
        from mcp_hooks import engine
        from mcp_hooks.redact import clean_path

        asked = self.arguments
        asked.baseline = asked.write_baseline = None
        asked.prune = False
        report, kept = engine.run(self.now, self.options)
        try:
            common.set_known_aside(asked, report, kept, self.prepared)
        except UsageError:  # a baseline that cannot be read: what is known cannot be told from what is new
            return ''
        found: dict[str, list[str]] = {}
        for finding in report.findings:
            found.setdefault(finding.path, []).append(finding.severity)
        told = [f'{words} in {clean_path(path)}' for path, severities in found.items() if (words := _counted(severities))]
        return ', '.join(told[:5]) + (f' and in {len(told) - 5} more files' if len(told) > 5 else '')

    def _may_be_silenced(self, data: bytes) -> bool:
        """Is there a word that could declare a credential right? Else no rule has to look before each one."""
        from mcp_hooks.policy.comments import WORDS

        settings, low = self.settings, data.lower()
        return bool(settings.suppress or settings.per_path_ignore or settings.allow or b'\0' in low) or any(
            word.encode() in low for word in WORDS)

    def _sorted(self, examined: Examined) -> Applied:
        """What a comment or the settings declare right is not mended."""
        from mcp_hooks.policy import suppress

        return suppress.apply(examined.findings, {examined.path: examined.document}, self.settings, secrets=examined.secrets)

    def _show(self, source: Source, data: bytes, titles: list[str]) -> None:
        from mcp_hooks import engine
        from mcp_hooks.credentials.places import secrets_in
        from mcp_hooks.diff import diff
        from mcp_hooks.redact import Redactor, clean_path
        from mcp_hooks.reports.escape import terminal_line
        from mcp_hooks.text import decode

        owner = engine.owner_of(source, self.options)
        redactor = Redactor(secrets_in(owner.document, (owner,)))

        def clean(line: str) -> str:
            return terminal_line(redactor.clean(line))

        name = clean_path(source.path)
        text = diff(name, decode(source.data).text, decode(data).text, clean)
        sys.stdout.write(text)  # empty where only the byte-order mark goes, which the title says
        for title in titles:
            sys.stdout.write(f'{terminal_line(name)}: {clean(title)}\n')


def _counted(severities: list[str]) -> str:
    counts = [(severities.count(severity), severity) for severity in (ERROR, WARNING)]
    return ' and '.join(f'{n} {severity}{"s" if n != 1 else ""}' for n, severity in counts if n)


def _usable_env_file(path: str) -> None:
    """A value is written only where git will not take it. Raises UsageError."""
    from mcp_hooks.sources import git

    folder, name = os.path.split(os.path.abspath(path))
    full = os.path.join(os.path.realpath(folder), name)  # the folders on the way may be links as well
    here = git.root_of(os.path.dirname(full))
    if here is not None and os.path.islink(full) and git.ls_files(here, paths=[os.path.relpath(full, here).replace(os.sep, '/')]):
        raise UsageError(f'{path} is a link that git tracks, so where it leads is for others to say; no credential is written there')
    root = git.root_of(os.path.dirname(os.path.realpath(full)))
    if root is None:
        return  # nothing that could be committed
    code, _ = git.run_code(root, ['check-ignore', '-q', '--', os.path.relpath(os.path.realpath(full), root)], fine=(0, 1))
    tracked = git.ls_files(root, paths=[os.path.relpath(os.path.realpath(full), root).replace(os.sep, '/')])
    if code or tracked:
        raise UsageError(f'{path} is not ignored by git, so no credential is written to it; add it to .gitignore first')


def _append(path: str, variables: dict[str, str]) -> None:
    """NAME=value lines for names that the file does not have yet, readable by the owner only."""
    from mcp_hooks.atomic import write_atomically

    old = ''
    if os.path.exists(path):
        with open(path, encoding='utf-8', newline='') as stream:
            old = stream.read()
    have = {line.partition('=')[0].removeprefix('export ').strip() for line in old.splitlines()}
    new = [f'{name}={_quoted(value)}\n' for name, value in variables.items() if name not in have]
    if not new:
        return
    is_new = not os.path.exists(path)
    if is_new:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    try:
        write_atomically(path, old + ('\n' if old and not old.endswith('\n') else '') + ''.join(new))
    except OSError:
        if is_new:
            os.unlink(path)
        raise


def _quoted(value: str) -> str:
    if value.replace('_', 'a').replace('-', 'a').replace('.', 'a').isalnum():
        return value
    return "'" + value.replace("'", "'\\''") + "'"
