"""What command lines and sentences call a credential without a sign between: ``setx NAME value``, ``vault login value``,
``docker login --password-stdin <<< value``, ``the password is value``.

Only lines with one of the words that these have in common are cut into words; everything is linear.
"""

from __future__ import annotations

from mcp_hooks.credentials import names
from mcp_hooks.credentials.inside import Piece
from mcp_hooks.credentials.words import Word, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# one of these is in every line that is looked into, in lower case
_HINTS = (
    'login', 'auth', 'set', 'secret', 'passw', 'token', 'key', 'unlock', '<<<', 'pass', '/p:', 'cred', 'config', 'sqlplus', 'put',
    'insert', 'pwd', 'geheim', 'senha', 'clave', 'contrase', '@', 'sudo -s', 'rar ', 'smb', 'rpcclient', 'user:', '密', '口令', 'パス',
    'парол', '비밀', 'winrm', 'nxc', 'crack', 'securestring', 'credential',
    ' -a ', 'lftp', '/user:', 'cloudflared', 'env ',
)  # fmt: skip
_BETWEEN = 4  # words between a noun and the colon
_NEAR = 12  # words between a program and its flag
_LONGEST = 4000  # code points of a line: a longer one was not written by hand
# programs whose login takes the credential as a word: (program, what it is asked to do) -> how many words come before it
_LOGINS = {
    ('vault', 'login'): 0,
    ('cargo', 'login'): 0,
    ('wandb', 'login'): 0,
    ('snyk', 'auth'): 0,
    ('bw', 'unlock'): 0,
    ('bw', 'login'): 1,
    ('config', 'add-authtoken'): 0,
    ('ngrok', 'authtoken'): 0,
    ('zrok', 'enable'): 0,
    ('netbird', 'login'): 0,
    ('fly', 'auth'): 1,
    ('hf', 'login'): 0,
    ('cloudflared', 'service'): 1,
}
_SETTERS = frozenset(('set', 'setx', 'setenv', 'export', 'add', 'put', 'create', 'insert', 'config', 'setenvironmentvariable', 'upsert'))
# flags that carry what another word of the line names
_VALUES = frozenset(('--value', '--body', '-b', '--secret-string', '--string-value', '--string', '--data', '--literal'))
_OF_GITHUB = frozenset(('-b', '--body'))  # of `gh secret set`; a branch to git, a text to other commands of gh
_OF_SECRETS = ('secret', 'put-parameter', 'token', 'password', 'vault', 'credential')
# flags whose value is a password to one program
_FLAGS = {'security': '-w', 'ssh-keygen': '-N', 'unrar': '-p', 'rar': '-p', 'smbclient': '-U', 'rpcclient': '-U', 'cqlsh': '-p',
          'http': '-a', 'https': '-a', 'xh': '-a', 'xhs': '-a', 'crackmapexec': '-p', 'nxc': '-p', 'evil-winrm': '-p'}  # fmt: skip
_OF_SETTERS = ('--secret', '--global', '--local', '--user')
_OF_PDFTK = ('input_pw', 'owner_pw', 'user_pw')
_JOINED = ('/p:', '/pass:', '/password:', 'pass:')  # of programs for Windows, and of OpenSSL
_PIPED = ('--password-stdin', 'sudo -s', '--with-token', '--token-stdin', 'secret put', 'passwd', 'chpasswd', '--stdin', 'login',
          'secret create', 'secret set', 'secrets set', 'secrets create', 'secrets versions add', 'env add')
_WHO = frozenset(('login', 'creds', 'credentials', 'user', 'account', 'logon', 'anmeldung', 'zugangsdaten'))
_LINKS = frozenset(('is', 'are', 'was', 'ist', 'lautet', 'est', 'es', 'é', 'è', 'to', '=', ':', '→', '->', '=>', '-', '–', '—', ':='))
_NOUNS_OF_KEYS = frozenset(('key', 'schlüssel', 'clé', 'clave', 'chave', 'chiave'))
_BEFORE_KEY = frozenset(('api', 'access', 'secret', 'private', 'auth', 'service', 'admin', 'license', 'account', 'app'))
_DIGITS = frozenset('0123456789')
_SIGNS = frozenset('!@#$%^&*?+=~_.-/')


def sayings(text: str, where: str) -> Iterator[Piece]:
    """The named pieces of each line, in text order. Whoever judges them wants them to look like credentials."""
    at = 0
    size = len(text)
    while at < size:
        end = text.find('\n', at)
        if end < 0:
            end = size
        if 8 < end - at <= _LONGEST:
            line = text[at:end]
            if _may_say(line) and len(low := line.lower()) == len(line) and any(hint in low for hint in _HINTS):
                cut = [word for word in words(line) if word.end > word.start]
                for start, stop, name in (*_commands(line, low, cut), *_sentences(line, cut)):
                    yield Piece(at + start, at + stop, name, where)
        at = end + 1


def _may_say(line: str) -> bool:
    """Is there a word of the length of a password with a digit in it, which is no address of the web?"""
    if _DIGITS.isdisjoint(line):
        return False
    return any(len(word) >= 8 and not _DIGITS.isdisjoint(word) and (word[:4] != 'http' or '@' in word) for word in line.split())


def _commands(line: str, low: str, cut: list[Word]) -> Iterator[tuple[int, int, str]]:
    said = [line[word.start : word.end] for word in cut]
    lows = [one.lower() for one in said]
    count = len(cut)
    of_secrets = any(mark in low for mark in _OF_SECRETS)
    for number, word in enumerate(lows):
        after = number + 1
        if after >= count:
            break
        word = word.rpartition(':')[2].rpartition('.')[2] if word.endswith('setenvironmentvariable') else word
        skip = _LOGINS.get((word.rpartition('/')[2], lows[after]))
        if skip is not None:
            value = after + 1 + skip
            if value < count and said[value][0] != '-' and _is_mixed(said[value]):
                yield *_span(cut[value]), 'password' if word == 'bw' else 'token'
        of_docker = number == 0 and said[0] == 'ENV'
        if word in _SETTERS or of_docker or word[:2] == '-g' or (word == '-x' and number and lows[number - 1] == 'set'):
            at = after + (after + 2 < count and said[after] in _OF_SETTERS)
            value = at + 1
            name = _name_in(said[at])
            if name and value < count and said[value][0] not in '-$':
                yield *_span(cut[value]), name
            elif word == 'config' and lows[after].startswith('http-basic') and value + 1 < count:
                yield *_span(cut[value + 1]), 'password'
        flag = _FLAGS.get(word.rpartition('/')[2])
        if flag is not None:
            yield from _behind(line, cut, number, flag)
        if word in _VALUES and of_secrets and (word not in _OF_GITHUB or 'secret set' in low):
            yield *_span(cut[after]), 'password' if _is_password(said[after]) else 'token'
        if word.endswith(('convertto-securestring', 'networkcredential', 'pscredential')):
            yield from _of_powershell(line, cut, number)
        if word in _OF_PDFTK and said[after][0] != '$':
            yield *_span(cut[after]), 'password'
        if word == 'lftp':  # -u user,password
            yield from _of_lftp(line, cut, number)
        elif word == 'htpasswd':
            yield from _of_htpasswd(line, cut, number)
        if word in ('sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman') and '@' in said[after] and '/' in said[after]:
            slash = said[after].index('/')
            yield cut[after].start + slash + 1, cut[after].start + max(slash + 1, said[after].find('@')), 'password'
    for number, one in enumerate(said):
        for mark in _JOINED:
            if lows[number].startswith(mark) and _is_password(one[len(mark) :]):
                yield cut[number].start + len(mark), cut[number].end, 'password'
        token = lows[number].find('_authtoken=')
        if token >= 0:
            yield cut[number].start + token + 11, cut[number].end, 'authToken'
        if lows[number].startswith('/user:') and 'net use' in low:  # the password stands behind, or before as Windows documents it
            for beside in (number + 1, number - 1):
                if 0 < beside < count and said[beside][0] not in '\\/*' and _is_password(said[beside]):
                    yield *_span(cut[beside]), 'password'
                    break
        yield from _with_host(one, cut[number].start)
    if 'machine ' in line:
        yield from _of_netrc(line)
    if 'bundle config' in low and cut:
        user, colon, secret = said[-1].partition(':')
        if colon and user.isalnum() and _is_password(secret):
            yield cut[-1].end - len(secret), cut[-1].end, 'password'
    here = line.find('<<<')
    if here >= 0:
        yield from ((*_span(word), 'password') for word in cut[:] if word.start > here and word.start - here < 8)
    pipe = line.find('|')
    if pipe > 0 and any(mark in low[pipe:] for mark in _PIPED):
        for number, word in enumerate(lows[:-1]):
            if word in ('echo', 'printf') and cut[number].start < pipe:
                value = number + 1 + (said[number + 1] in ('-n', '-e', '-ne', '%s'))
                if value < count and cut[value].end <= pipe:
                    yield *_span(cut[value]), 'password'
                break


def _of_lftp(line: str, cut: list[Word], program: int) -> Iterator[tuple[int, int, str]]:
    """``lftp -u user,password host``; https://lftp.yar.ru/lftp-man.html"""
    for number in range(program + 1, min(program + _NEAR, len(cut) - 1)):
        if line[cut[number].start : cut[number].end] == '-u':
            start, end = _span(cut[number + 1])
            comma = line.find(',', start, cut[number + 2].start) if number + 2 < len(cut) else line.find(',', start, end)
            if 0 <= comma < end:
                start = comma + 1
            elif comma >= 0 and line[end : cut[number + 2].start].strip('"\'') == ',':
                start, end = _span(cut[number + 2])
            else:
                return
            if _is_password(line[start:end]):
                yield start, end, 'password'
            return


def _of_htpasswd(line: str, cut: list[Word], program: int) -> Iterator[tuple[int, int, str]]:
    """``htpasswd -b file user password``, ``htpasswd -nb user password``; https://httpd.apache.org/docs/2.4/programs/htpasswd.html"""
    flags = ''
    before = 0  # words that are no flags
    for word in cut[program + 1 : program + _NEAR]:
        text = line[word.start : word.end]
        if text[0] == '-' and not before:
            flags += text
            continue
        if before == (1 if 'n' in flags else 2):
            if 'b' in flags and _is_password(text):
                yield *_span(word), 'password'
            return
        before += 1


def _of_netrc(line: str) -> Iterator[tuple[int, int, str]]:
    """``machine host login user password …``, in quotes or not."""
    at = line.find('machine ')
    login = line.find(' login ', at + 8)
    start = line.find(' password ', login + 7) + 10
    if at < 0 or login < 0 or start < 10:
        return
    end = start
    while end < len(line) and not line[end].isspace() and line[end] not in '"\'\\':
        end += 1
    if _is_password(line[start:end]):
        yield start, end, 'password'


def _of_powershell(line: str, cut: list[Word], number: int) -> Iterator[tuple[int, int, str]]:
    """``ConvertTo-SecureString 'password' -AsPlainText -Force``, ``NetworkCredential('user', 'password')``."""
    later = [word for word in cut[number + 1 : number + 6] if line[word.start] not in '-$']
    if not line[cut[number].start : cut[number].end].lower().endswith('securestring'):
        later = later[1:]
    if later and later[0].quote and line[later[0].start : later[0].end].lower()[:9] != 'convertto':
        yield *_span(later[0]), 'password'


def _sentences(line: str, cut: list[Word]) -> Iterator[tuple[int, int, str]]:
    """``Use the API key 3f9a… for now``, ``the password is …``, ``login: bob / …``."""
    lows = [line[word.start : word.end].lower() for word in cut]
    count = len(cut)
    yield from _of_what(line, cut, lows)
    for number, word in enumerate(lows):
        for mark in ('pwd=', 'pw='):
            if word.startswith(mark) and _is_password(line[cut[number].start + len(mark) : cut[number].end]):
                yield cut[number].start + len(mark), cut[number].end, 'password'
        wide = word.find('：')
        if wide > 0 and names.read(word[:wide]).kind == names.PASSWORD:
            yield cut[number].start + wide + 1, cut[number].end, 'password'
        noun = 'password' if word.rstrip(':=') == 'passe' and number and lows[number - 1] == 'de' else word.rstrip(':=')
        if cut[number].quote:  # a pair of JSON
            continue
        if len(noun) < 3 or number + 1 >= count:
            continue
        linked = noun != word
        value = number + 1
        while value < count - 1 and lows[value] in _LINKS:
            linked, value = True, value + 1
        span = _trimmed(line, cut[value])
        text = line[span[0] : span[1]]
        if len(text) < 8:
            if linked and noun in _WHO and value + 1 < count:  # login: bob / password
                yield from _after_user(line, cut, value)
            continue
        if noun in _WHO and linked and ':' in text and '//' not in text:  # creds: bob:password
            colon = text.index(':')
            if _is_password(text[colon + 1 :]):
                yield span[0] + colon + 1, span[1], 'password'
        kind = names.read(line[cut[number].start : cut[number].start + len(noun)]).kind if noun.isalpha() else ''
        kind = names.PASSWORD if noun == 'password' else kind
        if kind == names.PASSWORD or noun == 'pwd':
            if (linked or cut[value].quote) and _is_password(text):
                yield *span, 'password'
        elif kind == names.SECRET or (noun in _NOUNS_OF_KEYS and number and lows[number - 1] in _BEFORE_KEY):
            if len(text) >= 20 and _is_mixed(text):
                yield *span, 'token'


def _of_what(line: str, cut: list[Word], lows: list[str]) -> Iterator[tuple[int, int, str]]:
    """``Password of the database: …``, ``Login for the gateway: `bob` / `…` ``: a colon some words behind the noun."""
    for number, word in enumerate(lows[:-1]):
        if word[-1] not in ':：' or len(word) < 2 or cut[number].quote:
            continue
        nouns = lows[max(0, number - _BETWEEN) : number]
        if not nouns or any('.' in noun or ':' in noun or '=' in noun for noun in nouns):
            continue
        if any(noun in _WHO for noun in nouns) and number + 2 < len(cut):
            yield from _after_user(line, cut, number + 1)
        elif 'de passe' in ' '.join(nouns) or any(
            noun.replace('-', '').isalpha() and names.read(noun).kind == names.PASSWORD for noun in nouns
        ):
            span = _trimmed(line, cut[number + 1])
            if _is_password(line[span[0] : span[1]]):
                yield *span, 'password'
    for number, word in enumerate(lows[2:-1], 2):
        if word in _IS and cut[number + 1].quote:
            for noun in range(max(0, number - _OF_WHOM), number - 1):
                if lows[noun + 1] in _PREPOSITIONS and lows[noun].isalpha() and names.read(lows[noun]).kind == names.PASSWORD:
                    span = _span(cut[number + 1])
                    if _is_password(line[span[0] : span[1]]):
                        yield *span, 'password'
                    break


# The password for the test account is `…`, das Passwort für den Testzugang lautet `…`
_IS = frozenset(('is', 'was', 'ist', 'lautet', 'est', 'es', 'é', 'è'))
_PREPOSITIONS = frozenset(
    ('for', 'of', 'to', 'on', 'für', 'von', 'zum', 'zur', 'des', 'der', 'pour', 'du', 'para', 'de', 'del', 'do', 'da', 'per', 'di')
)
_OF_WHOM = 8  # words


def _after_user(line: str, cut: list[Word], user: int) -> Iterator[tuple[int, int, str]]:
    value = user + 1
    while value < len(cut) - 1 and line[cut[value].start : cut[value].end].lower() in ('/', ':', ',', 'and', 'und', 'pw', 'pass:'):
        value += 1
    span = _trimmed(line, cut[value])
    if value > user + 1 and _is_password(line[span[0] : span[1]]):
        yield *span, 'password'


def _behind(line: str, cut: list[Word], program: int, flag: str) -> Iterator[tuple[int, int, str]]:
    """What follows a flag of a program, or is glued to it; ``user%password`` for Samba."""
    for number in range(program + 1, min(program + _NEAR, len(cut))):
        start, end = _span(cut[number])
        word = line[start:end]
        if word == flag and number + 1 < len(cut):
            start, end = _span(cut[number + 1])
        elif len(flag) == 2 and word.startswith(flag) and len(word) > 6 and not word.startswith('--'):
            start += 2
        else:
            continue
        if flag == '-U':
            percent = line.find('%', start, end)
            if percent < 0:
                return
            start = percent + 1
        elif flag == '-a':  # user:password
            start = line.find(':', start, end) + 1
            if not start:
                return
        if _is_password(line[start:end]):
            yield start, end, 'password'
        return


def _with_host(word: str, start: int) -> Iterator[tuple[int, int, str]]:
    """``domain/user:password@10.0.0.5``, an address without its scheme."""
    sign = word.rfind('@')
    colon = word.find(':', 0, max(sign, 0))
    if colon < 1 or '://' in word or word[:colon].lower() == 'mailto' or not _is_password(word[colon + 1 : sign]):
        return
    host = word[sign + 1 :].partition(':')[0].partition('/')[0].split('.')
    if len(host) < 2 or '/' in word[colon:sign] or ':' in word[colon + 1 : sign] or not (
        (host[-1].isalpha() and len(host[-1]) > 1) or (len(host) == 4 and ''.join(host).isdigit())
    ):
        return
    if all(c.isalnum() or c in '._-/\\' for c in word[:colon]):
        yield start + colon + 1, start + sign, 'password'


def _name_in(word: str) -> str:
    """The name of a credential in ``API_KEY``, ``aws_secret_access_key``, ``//registry.npmjs.org/:_authToken``, ``Api:Key``."""
    if '=' in word or len(word) > 200:
        return ''
    for name in (word.rpartition('/')[2].lstrip(':'), word.replace(':', '_'), word.partition('.')[0]):
        if names.read(name).kind in (names.SECRET, names.PASSWORD) and not name.isalpha():
            return name
    return ''


def _is_mixed(text: str) -> bool:
    return len(text) >= 12 and any(map(str.isdigit, text)) and any(map(str.isalpha, text))


def _is_password(text: str) -> bool:
    """Letters and digits, and a sign or a capital among small letters: what a person makes up where rules ask for it."""
    if not 8 <= len(text) <= 200 or ' ' in text or '://' in text or text[0] in '$<{%/' or '(' in text:
        return False
    small, large = any(map(str.islower, text)), any(map(str.isupper, text))
    return any(map(str.isdigit, text)) and (small or large) and (not _SIGNS.isdisjoint(text) or (small and large))


def _span(word: Word) -> tuple[int, int]:
    return word.start, word.end


def _trimmed(line: str, word: Word) -> tuple[int, int]:
    """Without the full stop of the sentence."""
    end = word.end
    while not word.quote and end > word.start + 1 and line[end - 1] in '.,:':
        end -= 1
    return word.start, end
