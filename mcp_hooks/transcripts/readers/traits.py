"""What text between the messages of a file means, by its first lines."""
from __future__ import annotations

ARROWS = frozenset(('>', '<', '-->', '<--', '->', '<-', '>>>', '<<<', '→', '←', '>>', '<<', '=>'))


def of(head: str, name: str) -> tuple[bool, bool, bool]:
    """(raw, paste, arrows) of a file of lines: what text between its messages means."""
    if is_paste(head, name):
        return False, True, False
    bare = arrows = logged = 0
    for line in head.split('\n')[:400]:
        text = line.strip()
        if text.startswith(('{"jsonrpc"', '{"id"', '{"method"', '{"result"')):
            bare += 1
        elif '{"' in text:
            before = text.partition('{"')[0].split()
            if before and before[-1] in ARROWS:
                arrows += 1
            elif '"jsonrpc"' in text and text[0] != '{':
                logged += 1
    return bool(bare) and not arrows and not logged, False, bool(arrows) and not bare and not logged


def is_paste(head: str, name: str) -> bool:
    """Whether the text is prose with messages in it: a bug report, a chat, documentation."""
    return name.lower().endswith(('.md', '.mdx', '.markdown', '.txt', '.rst')) or '\n```' in head or head.startswith('```')
