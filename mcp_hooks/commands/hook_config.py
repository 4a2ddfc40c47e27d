"""Our hooks in a configuration of pre-commit or prek: text in, text out, every byte that is there already stays."""
from __future__ import annotations

import re

from mcp_hooks.cli import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPOSITORY = 'https://github.com/mcp-hooks/mcp-hooks'
PRE_COMMIT = '.pre-commit-config.yaml'
PREK = 'prek.toml'  # where prek has settings of its own; otherwise it reads pre-commit's
HOOKS: list[dict[str, Any]] = [{'id': 'mcp-hooks'}, {'id': 'mcp-credentials', 'args': ['--beside']}]
CHECKS = ('mcp-hooks', 'mcp-credentials', 'mcp-scan')  # with one of them somebody has chosen what is checked


def with_our_hook(text: str, rev: str, file: str = PRE_COMMIT) -> str:
    """The pre-commit configuration with our hooks in it: comments, order and what is there already stay.

    Raises UsageError for a file that is not a pre-commit configuration.
    """
    ours = {'repo': REPOSITORY, 'rev': rev, 'hooks': HOOKS}
    data = _parsed(text, file)
    if isinstance(data, list):
        raise UsageError(f'{file} is a bare list, as pre-commit took it long ago: run pre-commit migrate-config, then this again')
    if data is None:
        data = {'repos': []}
    if not isinstance(data, dict) or 'repos' not in data or not isinstance(data['repos'], list | None):
        raise UsageError(f'{file} has no list `repos`: write `repos: []` into it at the left margin, then run this again')
    repos = data['repos'] or []
    if has_our_checks(repos):
        return text
    at = next((number for number, repo in enumerate(repos) if _is_our_repository(repo) and isinstance(repo.get('hooks'), list)), None)
    if at is None:
        wanted = {**data, 'repos': [*repos, ours]}
    else:
        mended = {**repos[at], 'hooks': [*repos[at]['hooks'], *HOOKS]}
        wanted = {**data, 'repos': [*repos[:at], mended, *repos[at + 1:]]}
    # put in as text where that is enough: a dump also rewrites white space that is none of our business
    for make in (_inserted, _dumped):
        try:
            out = make(text, ours, at)
            if _same(_parsed(out, file), wanted):
                return out
        except UsageError:
            continue
    raise UsageError(f'{file} is written in an unusual way; add repo: {REPOSITORY}, rev: {rev}, hooks mcp-hooks and '
                     'mcp-credentials to it')


def _same(one: Any, other: Any) -> bool:
    """Are two documents equal? Each pair of lists or mappings is compared once: aliases make a small file a large tree, or a ring."""
    todo, seen = [(one, other)], set()
    while todo:
        one, other = todo.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, list | dict):
            if (id(one), id(other)) in seen:
                continue
            seen.add((id(one), id(other)))
            if len(one) != len(other) or (isinstance(one, dict) and one.keys() != other.keys()):
                return False
            todo += zip(one, other, strict=True) if isinstance(one, list) else ((one[key], other[key]) for key in one)
        elif one != other and one == one:  # a NaN is not itself
            return False
    return True


def has_our_checks(repos: Any) -> bool:
    """Does one of ``repos`` run a hook of ours that checks, from wherever?"""
    return isinstance(repos, list) and any(
        isinstance(hook, dict) and str(hook.get('id', '')) in CHECKS
        for repo in repos if isinstance(repo, dict) for hook in (repo['hooks'] if isinstance(repo.get('hooks'), list) else ()))


def pinned(text: str, file: str) -> list[str]:
    """The releases at which ``file`` takes our hooks, as it names them."""
    data = _toml(text) if file == PREK else _parsed(text, file)
    repos = data.get('repos') if isinstance(data, dict) else None
    return [str(repo.get('rev', '')) for repo in (repos if isinstance(repos, list) else ()) if _is_our_repository(repo)]


def _is_our_repository(repo: Any) -> bool:
    """However its address is spelled: ``https``, ``ssh``, ``git@``, with ``.git`` or a slash at the end."""
    if not isinstance(repo, dict):
        return False
    address = str(repo.get('repo', '')).lower().rstrip('/').removesuffix('.git').replace('github.com:', 'github.com/')
    return address.endswith(('/github.com/mcp-hooks/mcp-hooks', '@github.com/mcp-hooks/mcp-hooks'))


def with_our_hook_of_prek(text: str, rev: str) -> str:
    """The same for prek.toml: our table goes to the end. Raises UsageError where it cannot stand there."""
    data = _toml(text)
    repos = data.get('repos', [])
    if has_our_checks(repos):
        return text
    block = (f'[[repos]]\nrepo = "{REPOSITORY}"\nrev = "{rev}"\n'
             'hooks = [\n  { id = "mcp-hooks" },\n  { id = "mcp-credentials", args = ["--beside"] },\n]\n')
    newline = '\r\n' if '\r\n' in text else '\n'
    head = text if not text or text.endswith('\n') else text + newline
    out = head + (newline if head.strip() else '') + block.replace('\n', newline)
    try:
        fits = _toml(out) == {**data, 'repos': [*repos, *_toml(block)['repos']]}
    except (UsageError, TypeError):
        fits = False
    if not fits:
        raise UsageError(f'{PREK} has its repos in a list; add repo = "{REPOSITORY}", rev = "{rev}", hooks mcp-hooks and '
                         'mcp-credentials to it')
    return out


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f'{PREK} does not parse: {str(error) or "too deep"}') from None


def _parsed(text: str, file: str) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ='safe', pure=True).load(text)
    except (YAMLError, ValueError, TypeError, RecursionError) as error:  # TypeError: a mapping as a key
        raise UsageError(f'{file} does not parse: {_why(error)}') from None


def _why(error: Exception) -> str:
    """What the parser stumbled over, and in which line. ruamel's own words begin with what it was about to do."""
    words = getattr(error, 'problem', None) or (str(error) or 'too deep').splitlines()[0]
    mark = getattr(error, 'problem_mark', None)
    return f'line {mark.line + 1}: {words}' if mark is not None else str(words)


def _inserted(text: str, ours: dict[str, Any], at: int | None) -> str:
    """Our entry behind the last one of ``repos``, or our hooks behind those of entry ``at``, in the file's own style."""
    from ruamel.yaml import YAML
    from ruamel.yaml.nodes import MappingNode, SequenceNode

    def list_of(item: Any) -> Any:
        """The hooks of an entry, as a node."""
        pairs = item.value if isinstance(item, MappingNode) else ()
        return next((value for name, value in pairs if name.value == 'hooks' and isinstance(value, SequenceNode)), None)

    top = YAML(typ='rt', pure=True).compose(text)
    newline = '\r\n' if '\r\n' in text else '\n'
    if not isinstance(top, MappingNode):  # nothing but comments
        head = text if not text or text.endswith('\n') else text + newline
        return head + newline.join(['repos:', *_entry(ours, 2, 2, 2, 2)]) + newline
    key, repos = next((pair for pair in top.value if pair[0].value == 'repos'), (None, None))
    if key is None or repos is None:
        raise UsageError('repos are merged from elsewhere')
    items = repos.value if isinstance(repos, SequenceNode) else []
    hooks = [list_of(item) for item in items]
    if at is None and not items and not top.flow_style:
        return _filled(text, key, repos, newline, _entry(ours, 2, 2, 2, 2))
    target = repos if at is None else hooks[at]
    if not isinstance(target, SequenceNode):
        raise UsageError('the list stands elsewhere, or nowhere')
    if target.flow_style:
        quoted = key.style == '"'
        return _in_flow(text, target, [ours] if at is None else ours['hooks'], newline, quoted)
    column = target.start_mark.column
    gap = target.value[-1].start_mark.column - column
    if at is not None:
        return _behind(text, target, _hooks(ours['hooks'], column, gap), newline)
    inner, inner_gap = column, gap  # where no other entry shows how hooks are written
    for item, list_ in zip(items, hooks, strict=True):
        if list_ is not None and not list_.flow_style and list_.value:
            inner = list_.start_mark.column - item.start_mark.column
            inner_gap = list_.value[-1].start_mark.column - list_.start_mark.column
    return _behind(text, target, _entry(ours, column, gap, inner, inner_gap), newline)


def _entry(ours: dict[str, Any], column: int, gap: int, inner: int, inner_gap: int) -> list[str]:
    """The lines of our entry. ``gap`` stands between a hyphen and what follows it, ``inner`` before the hyphens of the hooks."""
    dash, blank = ' ' * column + '-'.ljust(gap), ' ' * (column + gap)
    return [f'{dash}repo: {ours["repo"]}', f'{blank}rev: {_scalar(ours["rev"])}', f'{blank}hooks:',
            *_hooks(ours['hooks'], column + gap + inner, inner_gap)]


def _hooks(hooks: list[dict[str, Any]], column: int, gap: int) -> list[str]:
    lines = []
    for hook in hooks:
        lines.append(f'{" " * column}{"-".ljust(gap)}id: {hook["id"]}')
        if 'args' in hook:
            lines.append(f'{" " * (column + gap)}args: [{", ".join(hook["args"])}]')
    return lines


def _scalar(text: str) -> str:
    """``1.0`` and ``on`` would be a number and a truth value."""
    return text if re.match(r'v[0-9]+(\.[0-9]+)*$', text) else f"'{text}'"


def _filled(text: str, key: Any, empty: Any, newline: str, lines: list[str]) -> str:
    """``lines`` below an empty ``repos``, whose ``[]`` goes away."""
    start, end = (empty.start_mark.index, empty.end_mark.index) if isinstance(empty.value, list) else (key.end_mark.index + 1,) * 2
    line_end = text.find('\n', end)
    line_end = len(text) if line_end < 0 else line_end + 1
    head, rest = text[:start], text[end:line_end]
    if not isinstance(empty.value, list):
        head, rest = text[:line_end], ''
    elif not rest or rest[0].isspace():
        head = head.rstrip(' ')
    head += rest
    if not head.endswith('\n'):
        head += newline
    return head + newline.join(lines) + newline + text[line_end:]


def _in_flow(text: str, target: Any, items: list[dict[str, Any]], newline: str, quoted: bool) -> str:
    """``items`` in a list in brackets, on lines of their own where the last item has one."""
    import json

    written = [json.dumps(item) if quoted else _flow(item) for item in items]
    if not target.value:
        inside = target.start_mark.index + 1
        return text[:inside] + ', '.join(written) + text[inside:]
    last = target.value[-1]
    start, end = last.start_mark.index, last.end_mark.index
    margin = text[text.rfind('\n', 0, start) + 1:start]
    between = ', ' if margin.strip() else f',{newline}{margin}'
    return text[:end] + ''.join(between + item for item in written) + text[end:]


def _flow(item: Any) -> str:
    if isinstance(item, dict):
        return '{' + ', '.join(f'{key}: {_flow(value)}' for key, value in item.items()) + '}'
    if isinstance(item, list):
        return f'[{", ".join(map(_flow, item))}]'
    return item if item == REPOSITORY or item.strip('abcdefghijklmnopqrstuvwxyz-') == '' else _scalar(item)


def _behind(text: str, target: Any, lines: list[str], newline: str) -> str:
    """``lines`` behind the last line of a list, and behind the comments that are set in deeper than its hyphens."""
    margin = target.start_mark.column
    kept = text[:target.end_mark.index].splitlines(keepends=True)
    rest = text[target.end_mark.index:]
    while kept and (not (line := kept[-1].strip()) or (line.startswith('#') and len(kept[-1]) - len(kept[-1].lstrip()) <= margin)):
        rest = kept.pop() + rest
    if kept and not kept[-1].endswith(('\n', '\r')):
        kept[-1] += newline
    return ''.join([*kept, *(f'{line}{newline}' for line in lines), rest])


def _dumped(text: str, ours: dict[str, Any], at: int | None) -> str:
    """The same, written anew by ruamel.yaml: for what cannot be put in as text."""
    from io import StringIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    data = yaml.load(text)
    if not isinstance(data, dict):
        raise UsageError('nothing to write anew')
    indent = data['repos'].lc.col if data['repos'] else 2
    yaml.indent(mapping=2, sequence=indent + 2, offset=indent)
    if at is None:
        data['repos'] = [ours] if not data['repos'] else data['repos']
        if ours not in data['repos']:
            data['repos'].append(ours)
    else:
        data['repos'][at]['hooks'].extend(ours['hooks'])
    out = StringIO()
    yaml.dump(data, out)
    return out.getvalue().replace('\n', '\r\n') if '\r\n' in text else out.getvalue()
