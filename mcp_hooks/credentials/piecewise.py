"""The verdicts on one piece of a value, judged in the place that the piece has in it."""

from __future__ import annotations

from mcp_hooks.credentials import names
from mcp_hooks.credentials.atoms import atom
from mcp_hooks.credentials.passwords import basic, password
from mcp_hooks.credentials.pieces import SHELL, is_code, previous_word
from mcp_hooks.credentials.randomness import CERTAIN, is_base64, weigh
from mcp_hooks.credentials.segments import segment
from mcp_hooks.credentials.verdict import ENCODED, NAMED, PUBLISHABLE, SECRET, TEXTUAL, Place, Verdict, shift

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.credentials.inside import Piece

NAMELESS = 12  # characters of a word in running text that nothing names: no provider's shape and no sign of chance is shorter


def piece_verdicts(value: str, masked: str, piece: Piece, place: Place, depth: int, alone: bool) -> list[Verdict]:
    """The verdicts on one piece of ``value``, with offsets in the whole.

    ``masked`` is the value with what is judged already blanked out, ``depth`` how often a value was taken apart on the way here.
    ``alone``: nothing in the value is named in it.
    """
    text = masked[piece.start : piece.end]
    where = piece.where
    if (
        place.where in TEXTUAL
        and value[piece.start - 1 : piece.start] not in ('"', "'", '`')
        and is_code(text, value[piece.end : piece.end + 1])
    ):
        return []
    if len(text) < NAMELESS and not piece.name and where == place.where and where in TEXTUAL:
        return []
    host = piece.host or place.host
    if where in ('path', 'path-marked') or (where == 'fragment' and not piece.name):
        one = segment(value, text, piece, host, place)
        return [one] if one is not None else []
    if where == 'auth' and previous_word(masked, piece.start) == 'basic':
        where = 'basic'
    judge = _BY_PLACE.get(where)
    if judge is not None:
        found = judge(text, piece, place._replace(host=host), depth)
    else:
        if where == 'line' and place.where in SHELL:
            where = place.where
        name = piece.name or (place.name if where == 'line' and alone else '')
        found = _examined(text, Place(name, where, place.neighbours, host), depth)
    return list(shift(found, piece.start))


def _examined(text: str, place: Place, depth: int) -> list[Verdict]:
    from mcp_hooks.credentials.examine import examine

    return examine(text, place, depth + 1)


# The functions below are given the text of a piece, the piece, the place of the whole value with the host of the piece, and the
# depth; offsets are those in the text.


def _word(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    """A word that nothing names: only what it encodes can tell."""
    if place.where in TEXTUAL or len(text) < 24 or not is_base64(text):
        return []
    one = atom(text, Place('', 'word', place.neighbours, place.host), depth)
    return [one] if one.form == ENCODED else []


def _basic(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    return [basic(text, place)]


def _scheme(text: str, piece: Piece, place: Place, depth: int) -> Iterator[Verdict]:
    """What stands behind ``Bearer``, in the place and under the name of the whole."""
    inner = Place(place.name or 'Authorization', 'header' if place.where == 'header' else 'scheme', place.neighbours, place.host)
    if names.read(inner.name).kind not in (names.SECRET, names.PASSWORD):
        inner = inner._replace(name='Authorization')
    for one in _examined(text, inner, depth):
        yield one._replace(where=place.where if one.where == 'scheme' else one.where, name=place.name or one.name)


def _address(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    found = _examined(text, Place('', 'url', place.neighbours, place.host), depth)
    if place.where in TEXTUAL:  # badges and links carry short tokens that open nothing but a picture
        return [one for one in found if one.form != NAMED or one.where == 'userinfo' or one.end - one.start >= 16]
    return found


def _password(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    return [password(text, place._replace(where=piece.where, name='password'))]


def _user(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    """A token where the name of a user belongs."""
    one = atom(text, Place('token', 'userinfo', place.neighbours, place.host), depth)
    if one.kind != SECRET or weigh(text).weight > CERTAIN:
        return []
    if 'sentry' in place.host or '.ingest.' in place.host:  # https://docs.sentry.io/concepts/key-terms/dsn-explainer/
        against = ('a DSN is made to be published',)
        one = one._replace(reason='the public key of a DSN', severity='note', form=PUBLISHABLE, against=against)
    return [one]


def _connection(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    bare = ''.join(c for c in piece.name.lower() if c.isalnum())
    if bare in ('password', 'pwd') or names.read(piece.name).kind == names.PASSWORD:
        return _password(text, piece, place, depth)
    return _as_it_is_named(text, piece, place, depth)


def _as_it_is_named(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    return _examined(text, Place(piece.name, piece.where, place.neighbours, place.host), depth)


def _query(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    if '%' in text:
        text = _decoded(text)
    if piece.name.lower() in _KEY_PARAMETERS and not text.startswith('wx'):  # WeChat's appid is no secret
        found = _examined(text, Place('key', piece.where, place.neighbours, place.host), depth)
        return [one._replace(name=piece.name) for one in found]
    return _as_it_is_named(text, piece, place, depth)


def _authorization(text: str, piece: Piece, place: Place, depth: int) -> Iterable[Verdict]:
    where = place.where if place.where in TEXTUAL else 'scheme'
    return _examined(text, Place('Authorization', where, place.neighbours, place.host), depth)


_BY_PLACE = {
    'word': _word,
    'basic': _basic,
    'scheme': _scheme,
    'auth': _authorization,
    'url': _address,
    'userinfo': _password,
    'userinfo-name': _user,
    'connection': _connection,
    'query': _query,
    'header-line': _as_it_is_named,
    'variable-line': _as_it_is_named,
    'user-pass': _as_it_is_named,
    'variable-name': _as_it_is_named,
}

# parameters that carry the key of a service under another name than key: OpenWeather and Wolfram (appid), Baidu (ak), Tianditu
# (tk), Europeana (wskey) …
_KEY_PARAMETERS = frozenset(
    ('appid', 'ak', 'sk', 'tk', 'wskey', 'ukey', 'skey', 'ckey', 'xkey', 'mkey', 'apik', 'authid', 'cred', 'usertoken')
)


def _decoded(text: str) -> str:
    """Percent-decoded, of the same length, where that shows a placeholder or a reference; only used for judging."""
    from urllib.parse import unquote

    plain = unquote(text)
    if any(c in plain for c in '<>{}[]$ ') and weigh(plain).weight > CERTAIN:
        return plain.ljust(len(text), '\0')[: len(text)] if len(plain) <= len(text) else text
    return text
