"""Values that stand where a credential will stand: the families that real configurations use, in several languages.

A word of a placeholder inside a value that a machine made proves nothing: ``looking`` may stand in a random password. So words only
count when nothing else of weight is left once they are taken out.
"""

from __future__ import annotations

from mcp_hooks.credentials.fillings import bracket_inside, filled, numbered, repeated, said, sequence, steps, truncated
from mcp_hooks.credentials.names import split
from mcp_hooks.credentials.randomness import CERTAIN, is_hex, weigh
from mcp_hooks.credentials.vocabulary import (
    ABROAD,
    DEFAULT_WORDS,
    MILD,
    SAMPLES,
    STRONG,
    TRADE,
    TRADE_ABROAD,
    VENDORS,
    VOCABULARY,
)
from mcp_hooks.memory import lru_cache

_CLOSERS = {
    '<': '>',
    '[': ']',
    '{': '}',
    '(': ')',
    '«': '»',
    '‹': '›',
    '＜': '＞',
    '【': '】',
    '「': '」',
    '『': '』',
    '〈': '〉',
    '“': '”',
}
_FILL = frozenset('xX*•·.…-_#?0●◦∙✱＊×')


def placeholder(value: str, name_words: tuple[str, ...] = ()) -> str:
    """Why ``value`` is a placeholder, in words; the empty string when it is none."""
    text = value.strip().strip('"\'`').strip()
    if not text:
        return 'it is empty'
    if len(text) > 2000:
        return ''
    if not text.isalnum() and not any(map(str.isalnum, text)):
        return 'it has neither letters nor digits'
    if _FILL.issuperset(text):
        return 'it only fills the space'
    closer = _CLOSERS.get(text[0])
    if closer and text.endswith(closer):
        inner = text.strip('<>[]{}()«»‹›＜＞【】「」『』〈〉“”')
        if inner and weigh(inner).weight > CERTAIN:
            return f'it stands in {text[0]}{closer}'
    if (
        len(text) > 4
        and text[:2] in ('__', '@@', '##', '%%', '--', '~~')
        and text[:2] == text[-2:]
        and weigh(text).weight > CERTAIN
    ):
        return f'it stands in {text[:2]}'
    if _is_sample(text):
        return 'a vendor prints it in its documentation'
    return (
        _asks(text)
        or truncated(text)
        or said(text)
        or filled(text)
        or sequence(text)
        or repeated(text)
        or numbered(text)
        or bracket_inside(text)
        or _variable(text, name_words)
        or _instructs(text)
        or _words(text, name_words)
    )


def is_default_word(value: str) -> bool:
    """Whether the value is one of the passwords that images and tutorials come with."""
    text = value.strip().lower()
    return text in DEFAULT_WORDS or not text


def _is_sample(text: str) -> bool:
    if len(text) < 10 or len(text) > 400:
        return False
    if text.endswith(('EXAMPLE', 'EXAMPLEKEY')):  # how AWS marks the keys in its documentation
        return True
    from mcp_hooks.digests import sha256

    if text.count('-') == 4 and len(text) == 36:
        text = text.lower()  # a UUID
    return sha256(text.encode('utf-8', 'surrogatepass'))[:16] in SAMPLES


# what somebody is asked to do, glued to what the token of a provider begins with: eyJreplace_me, BSAyour-key
_ASKED = tuple(
    f'{verb}{sign}{what}' for sign in ('_', '-', '') for verb, what in (('replace', 'me'), ('change', 'me'), ('fill', 'me'), ('edit', 'me'),
    ('your', 'key'), ('your', 'token'), ('your', 'api'), ('my', 'token'), ('goes', 'here'), ('token', 'here'), ('key', 'here')))
_MOST_BESIDE = 10  # characters


def _asks(text: str) -> str:
    low = text.lower()
    for asked in _ASKED:
        if asked in low and len(low) - len(asked) <= _MOST_BESIDE:
            return 'it holds the words of a placeholder'
    return ''


# who or what is to be asked, and what is to be done: ask-alice, generate-with-…, siehe Tresor
_INSTRUCTIONS = frozenset(
    ('ask', 'see', 'stored', 'managed', 'provided', 'generate', 'lookup', 'request', 'siehe', 'frag', 'frage', 'voir', 'demander', 'pedir',
     'zobacz', 'zapytaj', 'vedi', 'chiedi', 'zie', 'vraag', 'смотри', 'спроси', 'см')
)
_WITH_THE_TRADE = frozenset(('get', 'fetch', 'set', 'kept', 'comes', 'ver', 'use', 'take', 'hole', 'nimm'))  # and what is to be got
_MOST_WORDS = 8


def _instructs(text: str) -> str:
    words = text.lower().replace('_', ' ').replace('-', ' ').replace('@', ' ').split()
    if not 2 <= len(words) <= _MOST_WORDS or not all(map(str.isalpha, words)):
        return ''
    if words[0] not in _INSTRUCTIONS and (words[0] not in _WITH_THE_TRADE or (TRADE | VENDORS).isdisjoint(words[1:])):
        return ''
    return 'it says what to do' if text == text.lower() or ' ' in text else ''


def _variable(text: str, name_words: tuple[str, ...]) -> str:
    """``GITHUB_PERSONAL_ACCESS_TOKEN``: a bare name where a value belongs."""
    if weigh(text).weight <= CERTAIN:
        return ''
    if name_words and tuple(split(text)) == name_words:
        return 'it repeats the name'
    if not (text.isascii() and text[0].isupper() and '_' in text and text == text.upper()):
        return ''
    parts = text.split('_')
    if not all(part.isalnum() or not part for part in parts):
        return ''
    for part in parts:
        letters = part.rstrip('0123456789')
        if not part:
            continue
        if not letters.isalpha() and len(part) > 3:
            return ''
        if len(part) - len(letters) > 4 or len(part) > 20:
            return ''
        if (
            len(letters) > 5
            and weigh(letters).weight < 0
            and letters.lower() not in VOCABULARY
            and letters.lower() not in name_words
        ):
            return ''
    return 'the name of a variable'


def _words(text: str, name_words: tuple[str, ...]) -> str:
    if weigh(text).weight <= CERTAIN:
        # words of some languages look to one who knows English as if a machine had made them: titkos-kulcs, tajny_klucz
        if len(text) < 40 and text[0].isalpha() and ('-' in text or '_' in text or ' ' in text):
            parts = text.lower().replace('_', ' ').replace('-', ' ').split()
            if len(parts) > 1 and all(part in VOCABULARY and not part.isdigit() for part in parts):
                return 'only words that name what belongs there'
        return ''
    words = split(text)
    if not words or len(words) > 40:
        return ''
    own = frozenset(name_words)
    signs = any(not (c.isalnum() or c in "-_. /'") for c in text) and text.isascii()
    unknown: list[str] = []
    strong = mild = known = 0
    for word in words:
        bare = word.rstrip('0123456789') or word
        if len(word) - len(bare) > 4 and not _counting(word[len(bare) :]):
            bare = word
        if word.isdigit():
            if len(word) > 4 and not _counting(word):
                unknown.append(word)
            continue
        if len(word) == 1:
            continue
        for form in (word, bare):
            if signs and len(form) < 4 and form in STRONG:  # a random password with signs falls into short pieces
                continue
            if form in STRONG:
                strong += 1
                break
            if form in MILD:
                mild += 1
                break
            if form in TRADE or form in VENDORS or form in own:
                known += 1
                break
            if form in ABROAD:  # letters that English has may be a word of its own there
                strong, mild = (strong, mild + 1) if form.isascii() else (strong + 1, mild)
                break
            if form in TRADE_ABROAD:
                known += 1
                break
        else:
            kind = _glued(bare, own) if 4 <= len(bare) <= 40 and bare.isalpha() else ''
            if kind == 'strong':
                strong += 1
            elif kind == 'mild':
                mild += 1
            elif kind == 'known':
                known += 1
            elif not bare.isascii() and bare.isalpha() and _foreign(bare):
                strong += 1
            else:
                unknown.append(word)
    if not unknown and (strong or mild or known):
        return 'only the words of a placeholder' if strong or mild else 'only words that name what belongs there'
    if not text.isascii() and any(ord(c) > 0x2FF and c.isalpha() for c in text) and not any(c.isdigit() for c in text):
        return 'words in another script'
    heavy = [word for word in unknown if weigh(word).weight <= -2.0 or word.isdigit() or is_hex(word)]
    whole = weigh(''.join(unknown)).weight
    if strong and not heavy and whole > CERTAIN:
        return 'it holds the words of a placeholder'
    if (
        (strong or mild)
        and len(unknown) == 1
        and not heavy
        and not any(c.isdigit() for c in unknown[0])
        and known + mild + strong >= 2
    ):
        return 'it holds the words of a placeholder'
    return ''


def _counting(digits: str) -> bool:
    return len(set(digits)) == 1 or steps(digits, 10) >= len(digits) - 2


def _foreign(word: str) -> bool:
    """A run of Chinese, Japanese or Korean without blanks is looked through for the words of a placeholder."""
    return any(part in word for part in STRONG if not part.isascii() and len(part) > 1)


@lru_cache(maxsize=1024)
def _glued(word: str, own: frozenset[str] = frozenset()) -> str:
    """``yourapikeyhere``: whether the word falls apart into words of the vocabulary, and of which kind. ``own``: the words of
    the name it stands under belong to it.
    """
    size = len(word)
    # -1 unreachable, else 0 known, 1 mild, 2 strong; in ``short`` with a word of two letters at its end, in ``best`` with a longer
    best, short = [-1] * (size + 1), [-1] * (size + 1)
    best[0] = 0
    for end in range(2, size + 1):
        for start in range(max(0, end - 14), end - 1):
            two = end - start == 2
            before = best[start] if two else max(best[start], short[start])  # mi-la-no is no sentence
            if before < 0:
                continue
            part = word[start:end]
            rank = 2 if part in STRONG else 1 if part in MILD else 0 if part in TRADE or part in VENDORS or part in own else -1
            if rank >= 0:
                into = short if two else best
                into[end] = max(into[end], before, rank)
    kind = {2: 'strong', 1: 'mild', 0: 'known'}.get(max(best[size], short[size]), '')
    return kind if kind in ('', 'known') or size >= _SURE or _has_a_word(word) else ''


_SURE = 10  # letters: what falls apart into words of three and two letters at this length is no word of English
_SHORT_WORDS = ('key', 'api', 'pwd', 'pat', 'foo', 'bar', 'env', 'app', 'url', 'xxx', 'db')


def _has_a_word(word: str) -> bool:
    """delta is no `del` and `ta`, newton no `new` and `ton`: one of the parts has to be more than an article."""
    size = len(word)
    return any(short in word for short in _SHORT_WORDS) or any(
        word[start:end] in VOCABULARY for start in range(size - 3) for end in range(start + 4, size + 1)
    )


def unknown_words(text: str) -> list[str]:
    """The words of a value that are not of the vocabulary: what a person made up."""
    out = []
    for word in split(text):
        bare = word.rstrip('0123456789') or word
        if word.isdigit() or len(bare) < 2 or bare in VOCABULARY or (bare.isalpha() and len(bare) >= 4 and _glued(bare)):
            continue
        out.append(word)
    return out
