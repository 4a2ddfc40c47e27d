"""Placeholders by their form: cut short, filled up, counted up, repeated, in brackets. The words in them do not matter."""

from __future__ import annotations

from _operator import sub

from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, weigh


def truncated(text: str) -> str:
    if text.startswith('eyJ') and _is_lone_header(text):
        return 'it is the header of a JSON Web Token without the token'
    if '...' not in text and '…' not in text:
        return ''
    parts = text.replace('…', '...').split('...')
    longest = max(parts, key=len).strip()
    if len(longest) < 24 or (longest.startswith('eyJ') and longest.count('.') < 2) or weigh(longest).weight > CERTAIN * 2:
        return 'it is cut short'
    return ''


def _is_lone_header(text: str) -> bool:
    """Pages show where a token begins. A JSON Web Key has an ``alg`` as well, and what it holds is the key."""
    if len(text) > 200 or '.' in text:
        return False
    from mcp_hooks.credentials.inside import unbase64

    decoded = unbase64(text.rstrip('=')[: len(text) // 4 * 4])
    return '"alg"' in decoded and '"kty"' not in decoded and '"k"' not in decoded


_SAID = (
    'YOUR_',
    'YOUR-',
    'your_',
    'your-',
    'Your',
    '_HERE',
    '-HERE',
    '_here',
    '-here',
    'REPLACE',
    'PLACEHOLDER',
    'placeholder',
    'INSERT',
    'EXAMPLE_',
)


def said(text: str) -> str:
    """``AIzaSyYOUR_KEY``: the word of a placeholder after a prefix, and nothing random around it; ``至少8位字符``: words of a script
    that no password is written in, and next to nothing else."""
    if not text.isascii() and sum(['\u3040' <= char <= '\ud7a3' for char in text]) >= max(2, len(text) - 7):
        return 'it says in words what belongs there'
    for mark in _SAID:
        if mark in text:
            rest = text.replace(mark, ' ')
            if len(text) < 60 and all(
                weigh(part).weight > LIKELY or len(part) < 8 for part in rest.replace('_', ' ').replace('-', ' ').split()
            ):
                return 'it holds the words of a placeholder'
    return ''


def filled(text: str) -> str:
    """``xxxx``, ``********``, ``ghp_xxxxxxxx``, ``00000000-0000-0000-0000-000000000000``."""
    distinct = set(text)
    size = (
        len(text)
        if text.isalnum()
        else len(text) - sum([text.count(sign) for sign in distinct if not (sign.isalnum() or sign in '*•●')])
    )
    if size < 3:
        return ''
    for fill in distinct if len(distinct) <= len(text) - 3 else ():
        if fill * 4 not in text or not (fill.isalnum() or fill in '*•●'):
            continue
        longest = 4
        while fill * (longest + 1) in text:
            longest += 1
        rest = text.replace(fill * 3, '').strip(fill)
        enough = 4 if fill in 'xX*•●' else max(8, size * 0.4)
        masked = fill in '*•●' or (fill in 'xX' and longest >= 7)  # whatever was left of the token is of no use
        if masked or (longest >= enough and (len(rest) < 16 or weigh(rest).weight > CERTAIN)):
            return f'it is filled up with {_shown(fill)}'
    tail = text[max(text.rfind('_'), text.rfind('-')) + 1 :]
    if 3 <= len(tail) < len(text) <= 12 and len(set(tail)) == 1 and tail[0] in 'xX*•●0':  # hf_xxx
        return f'it is filled up with {_shown(tail[0])}'
    if text.count('-xxxx') > 1 or text.count('-XXXX') > 1:  # the middle of a UUID
        return 'it is filled up with x'
    for fill in 'x*•●':
        times = text.count(fill) + (text.count('X') if fill == 'x' else 0)
        if times >= 4 and times >= size * 0.5:
            return f'it is filled up with {_shown(fill)}'
    if size >= 8 and len(distinct) <= 8:
        kinds = sum(sign.isalnum() for sign in distinct)
        if kinds <= 2:
            return 'it is made of two characters'
        if size >= 16 and kinds <= 4:
            return 'it is made of four characters'
    return ''


def _shown(char: str) -> str:
    return {'x': 'x', 'X': 'X', '0': 'zeros', '*': 'asterisks', '1': 'ones'}.get(char, 'one character')


_NOT_LETTERS = {i: None for i in range(128) if not chr(i).isalpha()}
_NOT_DIGITS = {i: None for i in range(128) if not chr(i).isdigit()}
_ROWS = (
    'qwertyuiop',
    'qwertyui',
    'asdfghjkl',
    'asdfghjk',
    'zxcvbnm',
    '1q2w3e4r',
    'abcdefghijklmnopqrstuvwxyz',
    'abcdefghijklmnop',
    'abcdefghij',
    'abcdefgh',
    '1234567890',
    '0123456789',
    '123456789',
    '12345678',
    '23456789',
    '01234567',
    '87654321',
)


def sequence(text: str) -> str:
    """``abcdef1234567890``, ``a1b2c3d4e5``, ``sk-1234567890``: the letters and the digits each go up one by one."""
    if not text.isascii():
        return ''
    low = text.lower()
    letters, digits = low.translate(_NOT_LETTERS), low.translate(_NOT_DIGITS)
    if _counts_up(letters, digits):
        return 'it counts up'
    cut = max(low.rfind('_', 0, 14), low.rfind('-', 0, 14)) + 1  # leave a vendor's prefix out
    if cut and _counts_up(low[cut:].translate(_NOT_LETTERS), low[cut:].translate(_NOT_DIGITS)):
        return 'it counts up'
    rest = low
    for row in _ROWS:
        if row in rest:
            rest = rest.replace(row, '')
    if rest is not low and (sum(map(str.isalnum, rest)) < 12 or weigh(rest).weight > CERTAIN):
        return 'it follows the keyboard or the alphabet'
    if low.strip('-_') in ('deadbeef', 'cafebabe', 'deadbeefcafebabe', 'cafebabedeadbeef', 'feedface', 'baadf00d'):
        return 'a word in hexadecimal digits'
    return ''


def numbered(text: str) -> str:
    """``word1 word2 word3``, ``token-1,token-2``."""
    words = text.replace(',', ' ').split()
    if len(words) < 2:
        return ''
    stem = words[0].rstrip('0123456789')
    same = stem and all(word.rstrip('0123456789') == stem and word != stem for word in words)
    return 'the same word with numbers' if same else ''


def _counts_up(letters: str, digits: str) -> bool:
    if len(letters) + len(digits) < 6 or not (len(letters) >= 4 or len(digits) >= 4):
        return False
    pairs = max(len(letters) - 1, 0) + max(len(digits) - 1, 0)
    if pairs == 4:
        return steps(letters, 26) + steps(digits, 10) == 4
    return pairs >= 5 and steps(letters, 26) + steps(digits, 10) >= pairs * 0.75


def steps(chars: str, size: int) -> int:
    """How often a character follows the one before in the alphabet or among the digits, from the end on to the beginning."""
    codes = chars.encode('ascii', 'replace')
    steps = list(map(sub, codes[1:], codes))
    ups = steps.count(1) + steps.count(1 - size)
    return ups + steps.count(-5) if size == 26 and 'fa' in chars else ups


def repeated(text: str) -> str:
    """``abcd1234abcd1234``, ``deadbeefdeadbeef``, ``11111111-2222-3333-4444-555555555555``."""
    if len(set(text)) > 18 or len(text) < 8:
        return ''
    body = ''.join(filter(str.isalnum, text.rpartition('_')[2] if '_' in text[:12] else text))
    size = len(body)
    if size < 8:
        return ''
    for period in range(1, min(size // 2, 16) + 1):
        if body[: size - period] == body[period:]:
            return 'a short piece is repeated'
    parts = text.split('-')
    return 'each of its parts is one character' if len(parts) > 2 and all(len(part) > 2 and len(set(part)) == 1 for part in parts) else ''


def bracket_inside(text: str) -> str:
    """``sk-ant-<your key>``, ``Basic {your-base64-token}``, ``ghp_[token]``."""
    for opening, closing in (('<', '>'), ('{', '}'), ('[', ']'), ('＜', '＞'), ('【', '】')):
        start = text.find(opening)
        if start >= 0:
            end = text.find(closing, start + 1)
            if end > start + 1:
                rest = text[:start] + text[end + 1 :]
                inner = text[start + 1 : end]
                if weigh(inner).weight > CERTAIN and (len(rest) < 12 or weigh(rest).weight > CERTAIN):
                    return f'a part stands in {opening}{closing}'
    return ''
