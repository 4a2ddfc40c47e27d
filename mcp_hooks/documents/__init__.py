"""Text in, a tree of nodes with spans out. Each format is imported when a text of it comes."""
from __future__ import annotations

from mcp_hooks.documents.node import Document

# codes of problems after which values may be missing from the tree, or stand in the wrong place
BROKEN = frozenset((
    'extra-bracket', 'merge-conflict', 'missing-braces', 'missing-colon', 'missing-comma', 'missing-equals', 'missing-key',
    'missing-value',
    'recursive-alias', 'stray', 'tab', 'too-deep', 'too-large', 'too-many', 'toml', 'unclosed', 'unclosed-comment',
    'unclosed-string', 'unknown-alias', 'wrong-bracket', 'yaml'))

FORMATS = ('json', 'yaml', 'toml', 'env', 'markdown', 'text')
_SUFFIXES = {
    'json': 'json', 'jsonc': 'json', 'json5': 'json', 'jsonl': 'json', 'code-workspace': 'json', 'ipynb': 'json',
    'yaml': 'yaml', 'yml': 'yaml', 'toml': 'toml', 'env': 'env', 'envrc': 'env',
    'md': 'markdown', 'mdc': 'markdown', 'mdx': 'markdown', 'markdown': 'markdown', 'txt': 'text',
}
# endings that say "not the real file": the format is that of the name before them
_PEELED = frozenset(('example', 'examples', 'sample', 'template', 'tmpl', 'tpl', 'dist', 'bak', 'backup', 'old', 'orig',
                     'local', 'default', 'defaults', 'disabled', 'save', 'j2', 'jinja', 'jinja2', 'in'))


def parse(text: str, format: str) -> Document:
    """The tree of ``text``. Never raises for what stands in the text: mistakes are in ``Document.problems``.

    ``format`` is one of ``FORMATS``; ``text`` gives a document without a tree. Raises ValueError for any other word.
    """
    if format == 'json':
        from mcp_hooks.documents.jsonc import parse_json
        return parse_json(text)
    if format == 'yaml':
        from mcp_hooks.documents.yaml_ import parse_yaml
        return parse_yaml(text)
    if format == 'toml':
        from mcp_hooks.documents.toml_ import parse_toml
        return parse_toml(text)
    if format == 'env':
        from mcp_hooks.documents.env import parse_env
        return parse_env(text)
    if format == 'markdown':
        from mcp_hooks.documents.markdown import front_matter
        return front_matter(text) or Document(text, 'text')
    if format == 'text':
        return Document(text, 'text')
    raise ValueError(f'{format!r} is not a format')


def format_of(path: str, text: str) -> str:
    """The format by the name of the file (``mcp.json.example`` is JSON), else by how the text begins, else ``text``."""
    name = path.replace('\\', '/').rpartition('/')[2].lower()
    parts = name.split('.')
    if parts[0] == 'env' or (parts[0] == '' and len(parts) > 1 and parts[1] in ('env', 'envrc')):
        if parts[-1] not in _SUFFIXES or parts[-1] in ('env', 'envrc'):
            return 'env'
    while len(parts) > 1:
        last = parts.pop()
        stem = last.rstrip('~0123456789') if last not in _SUFFIXES else last
        known = _SUFFIXES.get(stem) or _SUFFIXES.get(stem.partition('-')[0])
        if known:
            return known
        if stem not in _PEELED and stem:
            break
    begin = text[:2000].lstrip()
    if begin[:1] in ('{', '['):
        return 'toml' if _is_toml_table(begin) else 'json'
    return 'text'


def _is_toml_table(begin: str) -> bool:
    """``[mcp_servers.docs]`` alone on its line, not a JSON array."""
    line = begin.partition('\n')[0].strip()
    inner = line.strip('[]')
    if not line.startswith('[') or not line.endswith(']') or inner in ('true', 'false', 'null'):
        return False
    return inner.replace('_', 'a').replace('-', 'a').replace('.', 'a').isalnum() and not inner[0].isdigit()
