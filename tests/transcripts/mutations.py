"""Small faults in captures, by a seeded generator: what a fuzz test feeds and what equal verdicts are compared on."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from captures import Said

WORDS = [
    '',
    'id',
    'tools/call',
    'initialize',
    'notifications/progress',
    '2.0',
    '2026-07-28',
    '2025-11-25',
    'a' * 50,
    '\0',
    '\x1b[0m',
    'é😀',
    '::error::x',
    '$',
    '-1',
]
META = {'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}}


def junk(rng: random.Random, depth: int = 0) -> Any:
    kinds = 8 if depth < 3 else 6
    match rng.randrange(kinds):
        case 0:
            return None
        case 1:
            return rng.choice([True, False])
        case 2:
            return rng.choice([0, 1, -1, 2**53, 10**30, 1.5, -0.0, 1e308])
        case 3 | 4 | 5:
            return rng.choice(WORDS)
        case 6:
            return [junk(rng, depth + 1) for _ in range(rng.randrange(3))]
        case _:
            return {rng.choice(WORDS): junk(rng, depth + 1) for _ in range(rng.randrange(3))}


def holders(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a message."""
    found, stack = [], [value]
    while stack:
        one = stack.pop()
        items = list(one.items()) if isinstance(one, dict) else list(enumerate(one)) if isinstance(one, list) else []
        for key, inner in items:
            found.append((one, key))
            stack.append(inner)
    return found


def message(rng: random.Random, original: Any) -> Any:
    """A message with one member lost, renamed, retyped or added."""
    changed = copy.deepcopy(original)
    places = holders(changed)
    if not places:
        return junk(rng)
    holder, key = rng.choice(places)
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 | 2:
            holder[key] = junk(rng)
        case 3 if isinstance(holder, dict):
            holder[rng.choice(['idd', 'Method', 'x' + str(key), *WORDS])] = holder.pop(key)
        case _:
            if isinstance(holder, dict):
                holder[rng.choice(['_meta', 'result', 'error', 'params', 'task', 'nextCursor', *WORDS])] = junk(rng)
            else:
                holder.append(junk(rng))
    return changed


def session(rng: random.Random, said: list[Said]) -> list[Said]:
    """A session with one to three faults."""
    said = list(said)
    for _ in range(rng.randrange(1, 4)):
        if not said:
            break
        at = rng.randrange(len(said))
        match rng.randrange(9):
            case 0:
                del said[at]
            case 1:
                said.insert(at, said[rng.randrange(len(said))])
            case 2:
                other = rng.randrange(len(said))
                said[at], said[other] = said[other], said[at]
            case 3:
                said[at] = said[at]._replace(direction='s2c' if said[at].direction == 'c2s' else 'c2s')
            case 4:
                said[at] = said[at]._replace(message=junk(rng))
            case 5:
                said[at] = said[at]._replace(message=[one.message for one in said[at : at + 3]])
            case 6:
                changed = copy.deepcopy(said[at].message)
                if isinstance(changed, dict) and isinstance(changed.get('params', {}), dict):
                    changed.setdefault('params', {})['_meta'] = {**META, 'progressToken': rng.choice([1, 'a', None, []])}
                said[at] = said[at]._replace(message=changed)
            case _:
                said[at] = said[at]._replace(message=message(rng, said[at].message))
    return said


def text(rng: random.Random, original: str) -> bytes:
    """A file with a few of its bytes lost, doubled, cut or changed."""
    data = bytearray(original.encode('utf-8', 'surrogatepass'))
    for _ in range(rng.randrange(0, 4)):
        if not data:
            break
        at = rng.randrange(len(data))
        match rng.randrange(6):
            case 0:
                del data[at : at + rng.randrange(1, 40)]
            case 1:
                data[at:at] = data[at : at + rng.randrange(1, 200)]
            case 2:
                del data[at:]
            case 3:
                data[at] = rng.randrange(256)
            case 4:
                data[at:at] = rng.choice([b'\n', b'\r\n', b'{', b'}', b'[', b'"', b'\\', b'\xff\xfe', b'noise\n', b'}{'])
            case _:
                data[at:at] = json.dumps(junk(rng)).encode()
    return bytes(data)
