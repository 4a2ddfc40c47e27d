"""What may import what (docs/architecture.md): the arrows point one way, from the doors to the core."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / 'mcp_hooks'

# part -> the parts it may import, besides itself
MAY_IMPORT = {
    'findings': {'documents'},
    'text': {'findings'},
    'report': {'findings', 'rules', 'sources', 'tuples'},
    'listing': {'clients', 'credentials', 'documents', 'redact', 'report', 'servers', 'text'},
    'documents': {'findings', 'text'},
    'servers': {'documents', 'clients'},
    'clients': {'documents', 'servers'},
    'redact': {'credentials'},
    'writing': {'documents'},
    'edits': {'documents', 'findings', 'writing'},
    'credentials': {'documents', 'findings', 'servers', 'clients', 'redact'},
    'rules': {'documents', 'findings', 'servers', 'clients', 'credentials', 'edits', 'redact', 'text', 'writing'},
    'present': {'documents', 'findings', 'redact', 'text', 'credentials', 'merging', 'servers', 'sources'},
    'opinions': {'documents', 'findings', 'merging', 'rules', 'servers'},
    'merging': {'clients', 'documents', 'findings', 'opinions', 'rules', 'servers'},
    'engine': {'documents', 'listing', 'merging', 'opinions', 'text', 'findings', 'report', 'rules', 'clients', 'servers', 'sources',
               'present'},
    'fixing': {'documents', 'findings', 'text'},
    'diff': set(),
    'credential_fixes': {'clients', 'credentials', 'documents', 'edits', 'engine', 'findings', 'fixing', 'rules', 'servers', 'sources',
                         'text', 'writing'},
    'atomic': set(),
    'digests': set(),
    'memory': set(),
    'tuples': set(),
    'options': set(),
    'parallel': {'engine', 'report', 'sources', 'present', 'rules', 'findings'},
    'sources': {'clients', 'text', 'documents', 'credentials', 'atomic', 'redact'},
    'policy': {'documents', 'findings', 'redact', 'report', 'rules', 'clients', 'sources', 'atomic', 'text'},
    'reports': {'findings', 'report', 'rules', 'redact', 'clients', '__init__'},
    'transcripts': {'documents', 'findings', 'report', 'reports', 'rules', 'credentials', 'redact', 'text', 'policy', 'sources', 'atomic',
                    'cli'},
    'api': {'engine', 'findings', 'report', 'rules', 'sources', 'clients', 'transcripts', 'policy'},
    '__init__': {'api', 'findings'},
    '__main__': {'cli'},
}
DOORS = {'cli', 'hooks', 'action', 'commands'}  # may import everything; nothing of the core imports them


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split('.')[0] == 'mcp_hooks':
            names = node.module.split('.')[1:]
            found |= {names[0]} if names else {alias.name if _is_part(alias.name) else '__init__' for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split('.')[1] for alias in node.names if alias.name.startswith('mcp_hooks.')}
    return found - {'tuples', 'digests', 'memory'}  # parts of the language here, see mcp_hooks/tuples.py


def _is_part(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f'{name}.py').exists()


@pytest.mark.parametrize('path', sorted(PACKAGE.rglob('*.py')), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_inward(path: Path) -> None:
    part = part_of(path)
    if part in DOORS:
        return
    assert imports_of(path) - {part} <= MAY_IMPORT[part]


def test_no_module_imports_what_would_execute_or_connect() -> None:
    forbidden = {'socket', 'urllib.request', 'http.client', 'ftplib', 'smtplib', 'ssl', 'asyncio', 'pickle', 'marshal', 'shelve'}
    for path in PACKAGE.rglob('*.py'):
        for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module} if isinstance(
                node, ast.ImportFrom) else set()
            assert not names & forbidden, path


def test_only_the_git_module_starts_processes() -> None:
    texts = {str(path.relative_to(PACKAGE)).replace('\\', '/'): path.read_text(encoding='utf-8') for path in PACKAGE.rglob('*.py')}
    assert {path for path, text in texts.items() if 'import subprocess' in text} <= {'sources/git.py'}
    assert {path for path, text in texts.items() if 'os.posix_spawn(' in text} <= {'sources/process.py'}
    assert {path for path, text in texts.items() if 'Spawned(' in text and 'class Spawned' not in text} <= {'sources/git.py'}
    assert not [path for path, text in texts.items() if any(word in text for word in ('os.system', 'os.exec', 'os.fork', 'os.popen'))]


def test_no_two_test_files_have_one_name() -> None:
    """Folders of tests are no packages: pytest refuses the second file of a name, and only where both are collected."""
    names = [path.name for path in Path(__file__).resolve().parent.rglob('test_*.py')]
    assert sorted(names) == sorted(set(names))
