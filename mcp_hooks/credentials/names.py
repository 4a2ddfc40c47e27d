"""What a name promises about its value: the name of a variable, a header, a flag, a query parameter or a field.

A name is cut into words (snake, kebab, dotted, camelCase), and the words decide; the last ones weigh most, because
``TOKEN_FILE`` is a file and ``FILE_TOKEN`` a token.
"""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.memory import cache, lru_cache
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

SECRET = 'secret'  # noqa: S105 — a value made by a machine is expected: token, API key, client secret
PASSWORD = 'password'  # noqa: S105 — a value chosen by a person is possible
WEAK = 'weak'  # may be a credential (KEY, AUTH, COOKIE, PIN): the value has to look like one
HARMLESS = 'harmless'  # the words say that the value is something else: a path, a type, a limit, an identifier
PUBLIC = 'public'  # meant to be published
SILENT = ''  # the name says nothing


class Name(NamedTuple):
    """``kind`` is one of the constants above, ``words`` the lower-case words, ``reason`` what in the name says so."""

    kind: str
    words: tuple[str, ...]
    reason: str


_PASSWORDS = frozenset(
    """password passwd passwort passphrase passcode pwd pw pass psw userpass kennwort contrasena
contraseña senha palavrapasse mdp motdepasse wachtwoord parola haslo hasło heslo geslo lozinka parol пароль
losenord lösenord passord kodeord adgangskode salasana parool jelszo jelszó sifre şifre katasandi matkhau
mậtkhẩu 密码 密碼 口令 パスワード 비밀번호 암호 mnemonic seedphrase dbpass psk wpapsk""".split()
)
_ENDS_ABROAD = ('密码', '密碼', '口令', 'パスワード', '비밀번호', '비번')
_SECRETS = frozenset(
    """token secret apikey apitoken accesstoken authtoken accesskey secretkey privatekey clientsecret
appsecret bearer credential credentials creds cred authorization authkey jwt pat masterkey signingkey encryptionkey
servicekey hmac dsn connectionstring connstr conn connection authentication webhook accountkey sessiontoken refreshtoken
idtoken bottoken usertoken deploytoken servicetoken totp otpauth cookie cookies sas sastoken secrets apikeys kubeconfig
keystore htpasswd wif""".split()
)
_WEAK = frozenset(
    """key keys sk auth pin otp session sessionid sig salt seed code tokens passwords license licence serial
invite ticket login access sessdata sessid phpsessid jsessionid lsid clave chave clé cle chiave klucz kľúč klíč schlüssel schluessel
schlussel sleutel nyckel nøgle nøkkel avain kulcs anahtar anahtarı anahtari ключ 密钥 密鑰 キー 키""".split()
)
# of the words above, those that only mean a credential when the value is one (a web hook's address, a data source)
_SHAPE_DECIDES = frozenset(
    """dsn connectionstring connstr conn connection webhook sas kubeconfig keystore credentials
credential creds cred authentication""".split()
)
# two words that together name a credential although the last alone would be weak
_PAIRS = frozenset(
    """api_key access_key secret_key private_key signing_key encryption_key master_key service_key auth_key
account_key shared_key admin_key role_key subscription_key app_key application_key client_key server_key ingest_key
license_key integration_key write_key root_key session_key webhook_key host_key function_key functions_key management_key
live_key test_key sandbox_key prod_key security_key security_code access_code auth_code service_role org_key
organization_key user_key personal_key deploy_key bot_key basic_auth x_auth http_auth proxy_auth auth_header seed_phrase
recovery_phrase recovery_code backup_code secret_phrase secret_id crypt_key cipher_key jwt_key hmac_key sas_key storage_key
primary_key secondary_key api_hash app_hash vault_key registry_key rest_key login_key team_key company_key partner_key merchant_key""".split()
)
# other languages put what it is for behind it: CLAVE_API, SENHA_BANCO, MOT_DE_PASSE_DB, JETON_ACCES
_HEADS = frozenset(
    """contrasena contraseña senha motdepasse mdp parola kennwort passwort wachtwoord haslo hasło
heslo sifre şifre пароль parol""".split()
)
_KEY_WORDS = frozenset(
    """clave chave clé cle chiave klucz klíč schlüssel schluessel schlussel sleutel nyckel nøgle nøkkel avain
anahtar anahtarı anahtari ключ""".split()
)
_OF_A_SERVICE = frozenset(
    """api apis acceso acces accès acesso accesso dostępu dostepu zugang zugriff secreta secreto secret secrète
secrete segreta segreto sekret tajny geheim privada privado privée privee privata prywatny privat gizli maestra mestra
servicio service servizio servico serviço""".split()
)
_TOKENS_ABROAD = frozenset('jeton jetton токен 令牌 トークン 토큰 žeton'.split())
_NOT_ABROAD = frozenset(
    'primaria primaire pública publica publique pubblica öffentlich öffentlicher nom nombre nome ruta chemin pfad'.split()
)
# what makes the last words of a name something else
_SUFFIXES = frozenset(
    """path paths file files filename dir dirs directory folder location url urls uri uris endpoint
endpoints host hosts hostname port ports address addr type types kind method methods mode modes limit limits id ids name
names username user users email label title description header headers prefix suffix length len size count counts number min
max minimum maximum ttl timeout expiry expires expiration expire expired lifetime age interval days hours minutes seconds
secs ms algorithm alg algo format version region zone scope scopes provider providers enabled enable disabled disable
required require optional allowed policy policies strategy source sources store manager field fields column env envvar var
variable vars variables issuer audience realm domain usage budget cost costs price rotation hint alias index pattern regex
encoding validator status state bucket arn ref reference map mapping binding bindings flow grant grants uses used total rate
rates window windows per request requests schema table exists valid verify verification validation check checks level
strength rules rule template templates placeholder prompt message messages text display icon color colour style parallelism
mask masking redact redaction filter generator factory service server client class handler callback hook middleware resolver
helper helpers util utils cmd command script program binary exe image chain lookup names space spaces separator delimiter
order position exchange retrieval cache caching refresh renew renewal lock bits rounds iterations cost factor support
supported visible visibility mechanism plugin plugins module config configs configuration settings setting options option
params metadata backend engine created updated at date time timestamp tz ratio percentage percent threshold depth width
height bridge limit limiter counter bucketing hash hashes checksum digest sha sha1 sha256 fingerprint signature nonce
challenge sid cert certificate csrf revision commit hasher hashing encoder encoding rotate reset forgot change changed
prompted count symbol decimals contract supply mint integrity ulid cid etag""".split()
)
# sites whose session id is the cookie of somebody who has logged in, and goes into a variable for want of an API
_LOGGED_IN = frozenset(
    """instagram ig insta facebook fb tiktok douyin twitter linkedin reddit pinterest snapchat threads weibo
xiaohongshu xhs rednote bilibili zhihu quora medium substack leetcode youtube twitch patreon strava goodreads letterboxd
midjourney suno perplexity roblox steam login user php asp aspnet java django rails laravel""".split()
)
_BANKS = frozenset(('nordigen', 'gocardless', 'gc'))
_COUNTS = frozenset(
    """max min maximum minimum maksimum num number count total limit budget output input new completion
prompt context thinking reasoning default chunk overlap per reserved used remaining window cached cache generated response
allowed""".split()
)
# words before `key`, `token`, `secret` that make it something else
_OTHER_KEYS = frozenset(
    """public pub primary foreign sort partition cache hot row lookup object group hash index range
unique natural composite recv gpg pgp trusted imported routing shortcut arrow answer dict json yaml translation i18n
column field config configuration settings storage s3 sharding shard order dedupe idempotency dedup correlation trace event
metric feature flag cursor page sorting grouping cluster bucket item doc document registry ssh_public gpg_public message
meta parent child issue jira ticket file doc component node design sheet table base view template space board space
project state label dataset project_short spreadsheet gsheet worksheet""".split()
)
_OTHER_TOKENS = frozenset(
    """next page pagination continuation progress pad eos bos unk cls sep mask stop start end special
design cursor sync count resume nft erc20 base quote gas native csrf xsrf think image audio video text""".split()
)
_OTHER_CODES = frozenset(
    """robot agent country language lang locale currency region province state city area zone zip postal dial status
error exit return response result project product item company corp corporation station airport airline bank branch category
department dept cost subject course market exchange stock fund vendor supplier customer site source type""".split()
)
_PUBLIC = frozenset('public publishable publishablekey pub anon anonymous site sitekey vapid clientside frontend'.split())
_GLUED = (
    'apikey',
    'accesstoken',
    'authtoken',
    'apitoken',
    'bottoken',
    'token',
    'clientsecret',
    'secretkey',
    'secret',
    'password',
    'passwd',
    'passphrase',
    'accesskey',
    'privatekey',
    'authkey',
    'passcode',
    'credentials',
)
_GLUED_STOP = frozenset(
    'notoken subtoken pretoken detoken retoken usetoken maxtoken mintoken nexttoken pagetoken continuationtoken progresstoken '
    'csrftoken xsrftoken hidepassword showpassword forgotpassword resetpassword changepassword nopassword usepassword '
    'requirepassword nosecret topsecret synctoken canceltoken cancellationtoken cancelationtoken'.split()
)
# names that are credentials as a whole, header names above all; lower case, words joined with _
_WHOLE = {
    'authorization': SECRET,
    'proxy_authorization': SECRET,
    'x_authorization': SECRET,
    'cookie': SECRET,
    'set_cookie': SECRET,
    'private_token': SECRET,
    'job_token': SECRET,
    'dd_api_key': SECRET,
    'dd_application_key': SECRET,
    'x_key': SECRET,
    'x_access': WEAK,
    'xi_api_key': SECRET,
    'ocp_apim_subscription_key': SECRET,
    'x_functions_key': SECRET,
    'k': WEAK,
    'p': WEAK,
    'sig': SECRET,
    'signature': WEAK,
    'x_amz_signature': SECRET,
    'x_goog_signature': SECRET,
    'x_amz_security_token': SECRET,
    'x_amz_credential': HARMLESS,
    'key': WEAK,
    # cookies that log in, as browsers name them: X, LinkedIn, Google, Xiaohongshu, Bilibili, Zhihu, Baidu, Roblox, Steam …
    'ct0': WEAK,
    'li_at': WEAK,
    'liap': WEAK,
    'sapisid': WEAK,
    'apisid': WEAK,
    'hsid': WEAK,
    'secure_1_psid': WEAK,
    'secure_3_psid': WEAK,
    'secure_1_psidts': WEAK,
    'secure_3_psidts': WEAK,
    'web_session': WEAK,
    'bili_jct': WEAK,
    'z_c0': WEAK,
    'bduss': WEAK,
    'stoken': WEAK,
    'roblosecurity': WEAK,
    'steam_login_secure': WEAK,
    'sessionid_ss': WEAK,
    'sid_tt': WEAK,
    'sid_guard': WEAK,
    'connect_sid': WEAK,
    'asp_net_session_id': WEAK,
    'cf_clearance': WEAK,
    'remember_web': WEAK,
    'xoxd': WEAK,
    'pgpassword': PASSWORD,
    'mysql_pwd': PASSWORD,
    'redis_auth': PASSWORD,
    'rediscli_auth': PASSWORD,
    'sshpass': PASSWORD,
    'netrc': SECRET,
    'gh_pat': SECRET,
    'ado_pat': SECRET,
    'psw': PASSWORD,
    'aws_access_key_id': WEAK,
    'aws_secret_access_key': SECRET,
    'license': WEAK,
    'auth': WEAK,
    'u': WEAK,
    'pwd': WEAK,
    'x_session_token': SECRET,
    'x_honeycomb_team': SECRET,  # https://docs.honeycomb.io/api/
    'id_token': SECRET,
    'pass_through': HARMLESS,
    'token_bridge': HARMLESS,
    'google_client_secrets': HARMLESS,
    'public_key': PUBLIC,
    'oldpwd': HARMLESS,
    'docker_pass_through': HARMLESS,
    'mcp_session_id': HARMLESS,
    'session_id': HARMLESS,
    'x_request_id': HARMLESS,
    'sec_web_socket_key': HARMLESS,
    'traceparent': HARMLESS,
    'tracestate': HARMLESS,
    'x_traceparent': HARMLESS,
    'x_tracestate': HARMLESS,
    'x_cloud_trace_context': HARMLESS,
    'sentry_trace': HARMLESS,
    'baggage': HARMLESS,
    'b3': HARMLESS,
    'if_none_match': HARMLESS,
    'if_match': HARMLESS,
    'if_range': HARMLESS,
    'content_md5': HARMLESS,
    'x_csrf_token': HARMLESS,
    'etag': HARMLESS,
    'publickey': PUBLIC,
    'keyid': HARMLESS,
}


def split(name: str) -> tuple[str, ...]:
    """The lower-case words of a name: ``--payApiKey`` and ``PAY_API_KEY`` are both ``pay``, ``api``, ``key``."""
    text = name[:200]
    if not text.isascii():
        return _split_any(text)
    if text.isupper() and text.replace('_', 'A').isalpha():  # the common cases, without the pattern
        return tuple([word for word in text.lower().split('_') if word])
    parts = [part for part in text.replace('-', '_').split('_') if part]
    if all(part.isalpha() and (part.islower() or part.isupper() or part.istitle()) for part in parts):
        return tuple([part.lower() for part in parts])
    return tuple([word.lower() for word in _pattern().findall(text)])


@cache
def _pattern() -> re.Pattern[str]:
    import re

    # capitals with their plural s (APIs), capitals before a capitalised word, a word with its digits, capitals and digits
    return re.compile(
        r"[A-Z][A-Z]+s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z'][a-z0-9']*|[A-Z][A-Z0-9']*(?![a-z])|[A-Z]|[0-9']+[a-z][a-z0-9']*|[0-9']+"
    )


def _split_any(text: str) -> tuple[str, ...]:
    words: list[str] = []
    current: list[str] = []
    previous = ''
    for char in text:
        if not (char.isalnum() or char == "'"):
            if current:
                words.append(''.join(current))
                current = []
        else:
            if char.isupper() and previous.islower() and current:
                words.append(''.join(current))
                current = []
            current.append(char)
        previous = char
    if current:
        words.append(''.join(current))
    return tuple(word.lower().replace('\u0307', '') for word in words)  # the dot of the Turkish capital İ


@lru_cache(maxsize=4096)
def read(name: str) -> Name:
    """What ``name`` promises. Only the name is looked at."""
    words = split(name)
    if not words:
        return Name(SILENT, words, 'there is no name')
    if name in ('--pwd', '-pwd'):  # PWD alone is the folder one is in
        return Name(PASSWORD, words, f'the flag is {name}')
    if name in ('-s', '-t'):  # --secret and --token, if what follows is random
        return Name(WEAK, words, f'the flag is {name}')
    whole = '_'.join(words)
    known = _WHOLE.get(whole)
    if known is not None:
        return Name(known, words, f'the name is {whole.replace("_", " ")}')
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in _TRAILING):
        words = words[:-1]
    last = words[-1]
    before = words[-2] if len(words) > 1 else ''
    pair = f'{before}_{last}'
    if last[-1].isdigit():
        last = last.rstrip('0123456789') or last
    found = (
        _is_something_else(words, before, last, pair)
        or _of_two_words(words, before, last, pair)
        or _by_the_end(words, before, last, pair)
        or _glued(words, last)
        or _abroad(words)
        or (None if _BEGINNINGS.isdisjoint(words) else _inner(words))
    )
    return found or Name(SILENT, words, 'the name says nothing about a credential')


def _is_something_else(words: tuple[str, ...], before: str, last: str, pair: str) -> Name | None:
    """A key, a token or a code that opens nothing: a public one, one of many, the key of a table."""
    public = not _PUBLIC.isdisjoint(words) or ('search' in words and ('algolia' in words or 'only' in words))
    if last in ('key', 'keys', 'token', 'tokens', 'secret') and public and 'private' not in words:
        return Name(PUBLIC, words, f'the name says {next(w for w in words if w in _PUBLIC or w == "search")}')
    if last == 'tokens' and (len(words) == 1 or not _COUNTS.isdisjoint(words)):
        return Name(HARMLESS, words, 'a number of tokens')
    if last in ('key', 'keys') and before in _OTHER_KEYS and pair not in ('primary_key', 'storage_key'):
        return Name(HARMLESS, words, f'a {before} key is no credential')
    if last in ('token', 'tokens') and before in _OTHER_TOKENS:
        return Name(HARMLESS, words, f'a {before} token is no credential')
    if last == 'code' and before in _OTHER_CODES:
        return Name(HARMLESS, words, f'a {before} code is no credential')
    return None


def _of_two_words(words: tuple[str, ...], before: str, last: str, pair: str) -> Name | None:
    """Where the last word alone would say too much or too little."""
    if pair in ('bind_credentials', 'bind_credential', 'security_credentials'):  # of a directory: what comes with the DN
        return Name(PASSWORD, words, f'the name ends in {before} {last}')
    if pair == 'session_id' and words[-3:-2] and words[-3] in _LOGGED_IN:
        return Name(WEAK, words, f'the session cookie of {words[-3]}')
    if pair == 'secret_id' and not _BANKS.isdisjoint(words):  # the secret is SECRET_KEY: https://developer.gocardless.com/bank-account-data/
        return Name(HARMLESS, words, 'the secret id names the secret key')
    if pair == 'secret_id':  # HashiCorp Vault's AppRole: role_id is the user, secret_id the password
        return Name(SECRET, words, 'the name ends in secret id')
    if last in _SUFFIXES and pair not in _PAIRS and last not in _PASSWORDS:
        if pair == 'auth_header' or (last in ('header', 'headers') and before == 'authorization'):
            return Name(SECRET, words, f'the name ends in {before} {last}')
        return Name(HARMLESS, words, f'the name ends in {last}')
    return None


def _by_the_end(words: tuple[str, ...], before: str, last: str, pair: str) -> Name | None:
    """The last word, or the last two, are those of a password, a credential, or what may be one."""
    if last in _PASSWORDS or (last.endswith('pass') and last not in ('compass', 'bypass', 'overpass', 'trespass')):
        if before in ('max', 'min', 'per', 'multi', 'single', 'one', 'two', 'first', 'second', 'use', 'no', 'hide', 'show'):
            return Name(HARMLESS, words, f'{before} {last} is no password')
        return Name(PASSWORD, words, f'the name ends in {last}')
    if not last.isascii() and last.endswith(_ENDS_ABROAD):  # without a blank: 管理者パスワード
        return Name(PASSWORD, words, 'the name ends in a word for a password')
    if last in _SECRETS:
        if last in _SHAPE_DECIDES:
            return Name(WEAK, words, f'the name ends in {last}')
        if before in ('use', 'no', 'has', 'require', 'requires', 'allow', 'skip', 'enable', 'disable', 'is', 'with', 'without'):
            return Name(HARMLESS, words, f'{before} {last} is a switch')
        return Name(SECRET, words, f'the name ends in {last}')
    if pair in _PAIRS:
        return Name(SECRET, words, f'the name ends in {before} {last}')
    if last in _TOKENS_ABROAD:
        return Name(SECRET, words, f'the name ends in {last}')
    if last in _KEY_WORDS:
        return _abroad(words) or Name(WEAK, words, f'the name ends in {last}')
    if last in _WEAK:
        return Name(WEAK, words, f'the name ends in {last}')
    return None


def _glued(words: tuple[str, ...], last: str) -> Name | None:
    """Two words written as one: ``githubtoken``, ``stripekey``."""
    if last in _GLUED_STOP:
        return None
    for glued in _GLUED if last.endswith(_GLUED) else ():
        if last.endswith(glued) and len(last) > len(glued):
            return Name(PASSWORD if glued.startswith('pass') else SECRET, words, f'the name ends in {glued}')
    if last.endswith('key') and len(last) > 5 and last[:-3] in _GLUED_BEFORE_KEY:
        return Name(SECRET, words, f'the name ends in {last[:-3]} key')
    return None


_TELLING = frozenset('token secret apikey pat jwt bearer authorization key auth credential credentials creds'.split())
_BEGINNINGS = frozenset([*_PASSWORDS, *_TELLING, *[pair.partition('_')[0] for pair in _PAIRS]])  # of all that ``_inner`` knows


def _inner(words: tuple[str, ...]) -> Name | None:
    """A word that tells something before the last one: API_KEY_PROD, DB_PASSWORD_STAGING, KEY_LIVE, SECRET_FOR_WEBHOOKS."""
    for position in range(len(words) - 1):
        word = words[position]
        joined = f'{word}_{words[position + 1]}'
        if not _SUFFIXES.isdisjoint(words[position + 1 :]):
            continue
        if word in _PASSWORDS and word not in ('pass', 'pw'):
            return Name(WEAK, words, f'the name holds {word}')
        if joined in _PAIRS and joined not in ('basic_auth', 'x_auth', 'http_auth', 'proxy_auth'):
            return Name(SECRET, words, f'the name holds {joined.replace("_", " ")}')
        if word in _TELLING:
            return Name(WEAK, words, f'the name holds {word}')
    return None


def _abroad(words: tuple[str, ...]) -> Name | None:
    """A name in another language than English, where the first word says what it is and the others what for."""
    first, rest = words[0], words[1:]
    if words[:3] == ('mot', 'de', 'passe'):
        first, rest = 'motdepasse', words[3:]
    elif words[-3:] == ('mot', 'de', 'passe'):
        return Name(PASSWORD, words, 'the name ends in mot de passe')
    if not _NOT_ABROAD.isdisjoint(rest) or not _SUFFIXES.isdisjoint(rest):
        return None
    if first in _HEADS:
        return Name(PASSWORD, words, f'the name begins with {first}')
    if first in _TOKENS_ABROAD:
        return Name(SECRET, words, f'the name begins with {first}')
    if not _KEY_WORDS.isdisjoint(words) and not _OF_A_SERVICE.isdisjoint(words):
        return Name(SECRET, words, 'the name says key of a service')
    return None


_TRAILING = frozenset(
    'prod production staging stage stg dev development test testing live sandbox qa uat local eu us old new backup v1 v2 v3 '
    'value val b64 base64 plain plaintext raw string str default main primary secondary'.split()
)
_GLUED_BEFORE_KEY = frozenset(
    'api access secret private auth signing encryption master service account admin app client subscription '
    'session license openai anthropic gemini google github gitlab stripe figma notion linear tavily exa brave '
    'firecrawl perplexity mistral groq deepseek xai supabase vault pay'.split()
)


def variable_name(name: str) -> str:
    """The name as an environment variable would be spelt: ``--payApiKey`` becomes ``PAY_API_KEY``."""
    words = [''.join(c for c in word if c.isascii() and c.isalnum()) for word in split(name)]
    joined = '_'.join(word for word in words if word).upper()
    return f'_{joined}' if joined[:1].isdigit() else joined
