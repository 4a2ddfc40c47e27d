"""Which versions of a file are new to the rules: what the judged ones were made of."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

CLEAN, LEAKING = 'clean', 'leaking'
DIGITS = bytes.maketrans(b'0123456789', b'0000000000')
LONG_NUMBER = b'00000000'


def _pairs(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    lines = data.split(b'\n')
    return zip([b'', *lines], [*lines, b''], strict=True)


def _plain(data: bytes) -> bytes:
    """Numbers of up to seven digits become ``0``. A text with a longer one stays as it is: that may be a credential."""
    plain = data.translate(DIGITS)
    return data if LONG_NUMBER in plain else plain.replace(b'0000', b'0').replace(b'00', b'0').replace(b'00', b'0')


class KnownLines:
    """What the judged versions of one file were made of.

    A version of which every line, with the line after it, stood in a judged version that had nothing to report there, has
    nothing to report itself. Short numbers count as equal: what differs from clean lines only there is a version, a port, a
    date, and was judged so. Lines with a finding are remembered as they are: another value there is another secret.
    """

    __slots__ = ('clean', 'leaking', 'whole')

    def __init__(self) -> None:
        self.clean: set[int] = set()
        self.leaking: set[int] = set()
        self.whole: set[int] = set()  # texts that are known to be clean as they are

    def known(self, data: bytes) -> str:
        """CLEAN, LEAKING (with what is known already), or '' when the rules have to say."""
        plain = _plain(data)
        if hash(plain) in self.whole:
            return CLEAN
        if self.clean.issuperset(map(hash, _pairs(plain))):
            self.whole.add(hash(plain))
            return CLEAN
        if not self.leaking:
            return ''
        for here, there in zip(_pairs(data), _pairs(plain), strict=True):
            if hash(there) not in self.clean and hash(here) not in self.leaking:
                return ''
        return LEAKING

    def learn(self, data: bytes, findings: list[dict[str, Any]]) -> None:
        """Remember a judged version; ``findings`` say with ``line`` and ``end_line`` where they are."""
        plain = _plain(data)
        pairs = [hash(pair) for pair in _pairs(plain)]
        if not findings:
            self.clean.update(pairs)
            self.whole.add(hash(plain))
            return
        self.leaking.update(map(hash, _pairs(data)))
        if data[:2] in (b'\xff\xfe', b'\xfe\xff') or data.count(b'\r') != data.count(b'\r\n'):
            return  # lines are counted otherwise
        touched: set[int] = set()
        for finding in findings:
            first, last = finding.get('line'), finding.get('end_line')
            if not isinstance(first, int) or not isinstance(last, int):
                return
            touched.update(range(first - 1, min(last, len(pairs)) + 1))  # the pairs before and after each line, from 0
        self.clean.update(pair for number, pair in enumerate(pairs) if number not in touched)
