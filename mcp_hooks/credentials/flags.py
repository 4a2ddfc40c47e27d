"""Command lines: what a flag means (a password, a header, a variable, a user with a password), and where what follows it stands."""

from __future__ import annotations

from mcp_hooks.credentials import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# flags that mean a password to one program and something else to others: manual pages of sshpass, MySQL, mosquitto, OpenLDAP …
_PASSWORD_FLAGS = {
    'sshpass': ('-p',),
    'mysql': ('-p',),
    'mysqldump': ('-p',),
    'mysqladmin': ('-p',),
    'mysqlimport': ('-p',),
    'mysqlshow': ('-p',),
    'mysqlcheck': ('-p',),
    'mariadb': ('-p',),
    'mariadb-dump': ('-p',),
    'mariadb-admin': ('-p',),
    'mongosh': ('-p',),
    'mongo': ('-p',),
    'mongodump': ('-p',),
    'mongorestore': ('-p',),
    'mongoimport': ('-p',),
    'mongoexport': ('-p',),
    'cypher-shell': ('-p',),
    'redis-cli': ('-a',),
    'sqlcmd': ('-P',),
    'bcp': ('-P',),
    'mosquitto_pub': ('-P',),
    'mosquitto_sub': ('-P',),
    'ldapsearch': ('-w',),
    'ldapmodify': ('-w',),
    'ldapadd': ('-w',),
    'ldapdelete': ('-w',),
    'ldappasswd': ('-w',),
    'ldapwhoami': ('-w',),
    'ldapcompare': ('-w',),
    'ipmitool': ('-P',),
    'influx': ('-password',),
    'az': ('-p',),
    '7z': ('-p',),
    'zip': ('-P',),
    'unzip': ('-P',),
}
# these take a password only where it is glued to the flag, -pSECRET: a lone -p asks for it, and what follows is a database or a file.
# https://dev.mysql.com/doc/refman/8.4/en/connecting.html, https://mariadb.com/kb/en/connecting-to-mariadb/
_ASKING = frozenset(('7z', *(program for program in _PASSWORD_FLAGS if program.startswith(('mysql', 'mariadb')))))
_GLUED_FLAGS = _ASKING | {'sshpass'}


USER_FLAGS = frozenset(('-u', '-U', '--user', '--username'))


def program_of(word: str) -> str:
    """The program that a word of a command line calls, when a short flag of it means a password; else ''."""
    name = word.rpartition('/')[2].removesuffix('.exe')
    return name if name in _PASSWORD_FLAGS else ''


def password_flag(program: str, flag: str) -> int:
    """What ``flag`` is to ``program``: 0 nothing known, -1 the password follows, else where the password begins in it."""
    for known in _PASSWORD_FLAGS.get(program, ()):
        if flag == known:
            return 0 if program in _ASKING else -1
        if program in _GLUED_FLAGS and flag.startswith(known) and not flag.startswith('--') and len(flag) > len(known) + 3:
            return len(known)
    return 0


def flag_kind(flag: str) -> str:
    """``header`` for flags whose value is a header line, ``variable`` for NAME=value, ``user`` for user:password, else ''."""
    bare = flag.lstrip('-').lower()
    if bare in (
        'h',
        'header',
        'headers',
        'add-header',
        'http-header',
        'extra-header',
        'proxy-header',
        'remote-header',
        'custom-header',
    ):
        return 'header' if not (bare == 'h' and flag != '-H') else ''
    if bare in (
        'e',
        'env',
        'environment',
        'env-var',
        'set-env',
        'build-arg',
        'envvar',
        'env-add',
        'secret-env',
        'define',
        'd',
        'set',
        'set-env-vars',
    ):
        return 'variable' if bare != 'd' or flag in ('-D',) else ''
    if bare in ('u', 'user', 'userpwd', 'basic-auth', 'creds', 'proxy-user', 'auth-basic') and flag not in ('-U',):
        return 'user'
    return ''


# bare words of a command line that name what follows: it has to look made by a machine
_NAMING = frozenset(('token', 'secret', 'apikey', 'api-key', 'api_key', 'bearer', 'access-token'))
# where the value of a flag stands, by the kind of the flag
_AFTER_FLAG = {'': 'argument', 'header': 'header-argument', 'variable': 'variable-line', 'user': 'user-pass'}
_NAMELESS = frozenset(('header', 'variable'))  # kinds of flags whose value says its name itself


def placed(arguments: list[str], called: str, program: str) -> Iterator[tuple[int, str, str, int]]:
    """Where the arguments of a command line stand: number, name, where (see ``Place``), and where in the argument its value begins.

    ``called`` is the name of those that no flag names, ``program`` the one whose short flags may mean a password (``program_of``).
    """
    flag = kind = positional = ''
    user_before = False  # -u name -p password
    unfinished: tuple[str, str] | None = None  # where the value stands that the argument before ended ahead of
    for number, text in enumerate(arguments):
        is_flag = (
            len(text) > 1
            and (text[0] == '-' or (text[0] == '/' and ':' in text and text[1 : text.index(':')].isalpha()))
            and not text[1].isdigit()
            and ' ' not in text.partition('=')[0]
            and text.strip('-') != ''
        )
        if unfinished is not None and not is_flag:
            yield number, *unfinished, 0
            unfinished = None
            continue
        unfinished = None
        if flag and not (is_flag and ('=' in text or len(text) < 40)):
            stands = _AFTER_FLAG[kind]
            named, flag = ('' if kind in _NAMELESS else flag), ''
            unfinished = _unfinished(text, kind, named)
            kind = positional = ''
            yield number, named, stands, 0
            continue
        flag = kind = ''
        if not is_flag:
            program = program_of(text) or program
            yield number, called or positional, 'argument', 0
            positional = 'key' if text.lower() in _NAMING or (number + 2 == len(arguments) and _is_a_service(text)) else ''
            continue
        positional = ''
        secret_at = password_flag(program, text) if program else 0
        if secret_at > 0:
            yield number, '--password', 'argument', secret_at
            continue
        if secret_at or (text == '-p' and user_before and program not in _ASKING):
            flag = '--password'
            continue
        user_before = user_before or text in USER_FLAGS
        head, equals, rest = text.partition('=')
        if not equals and ':' in text and text.index(':') > 2 and '://' not in text[: text.index(':') + 3]:
            head, equals, rest = text.partition(':')
        if equals and rest:
            kind = flag_kind(head)
            named = '' if kind in _NAMELESS else _without_prefix(head) if not kind else head
            unfinished = _unfinished(rest, kind, named)
            stands, kind = _AFTER_FLAG[kind], ''
            yield number, named, stands, len(head) + 1
        elif head.startswith('-e') and len(head) > 3 and not head.startswith('--') and head[2:].isupper():
            yield number, '', 'argument', 0
        else:
            flag, kind = head, flag_kind(head)
            if len(text) >= 20:
                yield number, '', 'key', 0


def _is_a_service(text: str) -> bool:
    """An address of a service, of which the argument behind it may be the token: ``paperless-mcp http://nas.lan:8000 1cfc…``."""
    return text.startswith(('http://', 'https://')) and '.git' not in text and 'github' not in text and 'gitlab' not in text


def _unfinished(text: str, kind: str, named: str) -> tuple[str, str] | None:
    """Where the next argument stands, if this one ends ahead of its value: ``Authorization: Bearer``, ``KEY=``, ``Bearer``."""
    if kind == 'variable':  # what follows in `docker run -e NAME` is an image, which has no look of a machine
        name = text.removesuffix('=')
        return ('key', 'argument') if name.isidentifier() and names.read(name).kind not in _QUIET else None
    if not 2 < len(text) < 60:
        return None
    from mcp_hooks.credentials.inside import SCHEMES

    if kind == 'header':
        name, colon, rest = text.partition(':')
        return (name.strip(), 'header') if colon and (rest.strip().lower() or 'bearer') in SCHEMES else None
    return (named, 'argument') if text.lower() in ('bearer', 'basic', 'token') else None


_QUIET = frozenset((names.SILENT, names.HARMLESS, names.PUBLIC))


def _without_prefix(flag: str) -> str:
    """``--env.NAME`` names NAME."""
    for prefix in ('--env.', '-env.', '--e.', '--set-env.', '--header.', '--headers.'):
        if flag.startswith(prefix):
            return flag[len(prefix) :]
    return flag
