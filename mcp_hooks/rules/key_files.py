"""Files of private keys, service accounts and tokens that server entries name. Loaded where one may be."""
from __future__ import annotations

from mcp_hooks.credentials.stores import KEY_ENDINGS, KEY_NAMES, KEY_TAILS, SETTINGS_ENDINGS, SETTINGS_NAMES
from mcp_hooks.documents.node import STRING
from mcp_hooks.memory import lru_cache
from mcp_hooks.rules.env_files import paths_in_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import ConfigFile

# what the name of a JSON file with a service account, the secret of an OAuth client or tokens speaks of
_WORDS = ('cred', 'key', 'secret', 'service', 'token', 'account', 'oauth', 'auth', 'adc', 'gcp', 'gcloud', 'firebase', 'google')
_SPOKEN = ('public', 'cert', 'known_hosts')
# an option and its value, or the two sides of a mount: --key=./id_rsa, ./sa.json:/sa.json:ro, type=bind,src=./sa.json,dst=/sa.json
_BETWEEN = str.maketrans('=:', ',,')
_NOT_SAID = ('public', 'cert', 'knownhosts', 'schema', 'authority', 'example', 'sample')
_LONGEST = 300  # code points of a path


def key_files_of(file: ConfigFile) -> tuple[str, ...]:
    """Every path in the tree that an entry hands to its server and that by its own name, or by that of the variable or the flag
    it stands under, holds a private key, a service account, passwords or tokens. Whether it does is for the file to say."""
    named = [path for text in _values(file) if _ends_like_a_key(text) for piece in text.translate(_BETWEEN).split(',')
             if may_hold_a_key(piece) for path in paths_in_tree(piece, file.path)]
    named += [path for name, text in _called(file) if leads_to_a_key(name, text) for path in paths_in_tree(text, file.path)]
    return tuple(dict.fromkeys(path for path in named if path != file.path))


def _ends_like_a_key(text: str) -> bool:
    low = text.lower()
    for ending in _IN_TEXT:  # noqa: SIM110 — a generator takes three times as long, and there are thousands of values
        if ending in low:
            return True
    return False


_IN_TEXT = (*KEY_ENDINGS, *KEY_TAILS, '.json')


def may_hold_a_key(path: str) -> bool:
    """Does the name of a file say so? That of a public key or a certificate does not."""
    name = path.replace('\\', '/').rpartition('/')[2].lower()
    if path[:1] == '-' or any(word in name for word in _SPOKEN):
        return False
    return name.endswith(KEY_ENDINGS) or path.endswith(KEY_TAILS) or (name.endswith('.json') and any(word in name for word in _WORDS))


def leads_to_a_key(name: str, path: str) -> bool:
    """Does the name of a variable or a flag say that ``path`` is a file with something to log in with, or with the settings of
    the server? What has no look of a path is none."""
    told = _told(name)
    if not told or not 0 < len(path) < _LONGEST or path[0] == '-' or '://' in path or '\n' in path:
        return False
    if '/' not in path and '.' not in path:
        return False
    low = path.lower()
    if any(word in low.rpartition('/')[2] for word in (*_SPOKEN, '.pub', '.crt')):
        return False
    return told == 'key' or low.endswith(SETTINGS_ENDINGS)


def speaks_of_a_key(name: str) -> bool:
    """Does a name, of a file as of a variable or a flag, say that there is something to log in with: ``.pgpass``, ``cookies.txt``?"""
    return _told(name) == 'key'


@lru_cache(maxsize=1_000)  # the names of a file come again and again
def _told(name: str) -> str:
    """``key``, ``settings``, or '' for a name that leads to neither."""
    bare = ''.join(filter(str.isalnum, name.lower()))
    if any(word in bare for word in _NOT_SAID):
        return ''
    return 'key' if any(word in bare for word in KEY_NAMES) else 'settings' if bare.endswith(SETTINGS_NAMES) else ''


def _values(file: ConfigFile) -> Iterator[str]:
    for server in file.servers:
        nodes = [*server.args, *(member.value for member in server.env)]
        yield from (node.text for node in nodes if node.kind == STRING and len(node.text) < 4_096)


def _called(file: ConfigFile) -> Iterator[tuple[str, str]]:
    """Variables and flags with what they are set to."""
    for server in file.servers:
        yield from ((member.name, member.value.text) for member in server.env if member.value.kind == STRING)
        flag = ''
        for node in server.args:
            text = node.text if node.kind == STRING and len(node.text) < 2 * _LONGEST else ''
            head, equals, rest = text.partition('=')
            if equals:
                yield head, rest
            elif flag and text[:1] != '-':
                yield flag, text
            flag = text if text[:1] == '-' and not equals else ''
