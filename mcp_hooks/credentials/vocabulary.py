"""The words that placeholders are made of, in some twenty languages, and the passwords of tutorials."""

# ruff: noqa: SIM905 — lists of words are read as lists of words

from __future__ import annotations

# One of these and the rest is not random: a placeholder.
STRONG = frozenset(
    """your yours youre insert replace replaceme replacewith placeholder redacted dummy fake fakekey
faketoken changeme change_me changeit changethis todo fixme tbd tba foo foobar fooba baz bar mock stub masked censored
omitted obfuscated sanitized sanitised scrubbed removed hidden undefined none null nil empty blank unset goes xxx xxxx xxxxx
xxxxxx xxxxxxxx yourkey yourtoken yourkeyhere yourtokenhere yourapikey yourapikeyhere yoursecret yourpassword mykey mytoken
mysecret mypassword myapikey apikeyhere tokenhere keyhere passwordhere secrethere actual obtain whatever something lorem
ipsum notarealkey notreal notasecret notsecret invalid ваш ваша ваше ваши твой твоя твое вставьте вставь введите введи
замените замени укажите сюда здесь впишите tu su tus sus aquí aqui aca acá reemplazar reemplaza reemplace cambiar cambiame
cambie pon ponga inserta inserte introduce ingrese ingresa votre vos ton ta ici insérez inserez inserer insérer remplacer
remplacez changez changer mettez saisir saisissez entrez dein deine deinen deiner deines ihr ihre ihren ihrer hier einfügen
einfuegen ersetzen ersetze eintragen eingeben ändern aendern setze seu sua seus suas troque trocar mudar insira inserir
coloque substitua substituir digite tuo tua vostro vostra qui inserisci inserire sostituisci sostituire cambia cambiami jouw
uw vul vervang wijzig invullen hierheen twój twoj twoja tutaj wstaw wpisz zmien zmień podaj zastąp senin sizin buraya gir
girin yaz değiştir degistir váš vas tvůj tvuj zde vlož vloz zadejte změň ditt din dina här her indsæt sett inn bytt byt
ersätt anda isi masukkan ganti disini sini của bạn cua ban nhập nhap thay sinun tähän tahan aseta vaihda ide írd ird cseréld
saját ваш_ключ твій вставте 你的 您的 填写 填入 输入 请输入 替换 替換 替换为 此处 這裡 在此 在这里 修改 改成 更换 示例
占位符 あなた あなたの ここ ここに 入力 入れる 置き換え 変更 例 여기에
입력 당신의 교체 변경 예시 귀하의 هنا أدخل الخاص ضع استبدل यहाँ आपकी आपका דוגמה שלך כאן
粘贴 贴上 貼上 换成 請 请 填 貼り付け 붙여넣기 발급받은 자신의""".split()
)
# One of these and nothing unknown beside one word: a placeholder.
MILD = frozenset(
    """my mine our example examples sample samples demo test tests testing tester some any here change set add
get enter put paste fill update edit provide supply specify configure use generated random abc abcd abcdef xyz value string
text default required optional real own personal insecure unsafe please see from via with local localdev dev development
docs documentation tutorial guide temp temporary same above below see refer ask contact stored kept managed needed unused
ignored elsewhere given provided later before after without tmp copied copy created obtained received issued got pasted
exemple ejemplo beispiel exemplo esempio voorbeeld przykład
przyklad örnek ornek пример priklad příklad exempel eksempel contoh esimerkki 例子 サンプル 샘플 예제 мой моя mi mis mon
ma mein meine
meu minha mio mia mijn moje moj mój min mitt benim""".split()
)
# words of the trade that say nothing either way
TRADE = frozenset(
    """api key keys token tokens secret secrets password passwd pass pwd passphrase access auth authorization
authentication bearer basic client private public id ids user username users usr admin administrator account service server
services app application project org organization organisation team workspace tenant db database sql url uri host hostname
port the a an of for in on to at is or and if you it this that new old long short super very secure strong safe mcp env
environment variable var name names prod production staging live sandbox session cookie webhook signing encryption encrypt
master root role anon oauth oauth2 refresh code pat sk pk cred credential credentials creds jwt hmac hash salt digital
number num data shared no not only least minimum maximum max must be characters char chars bits byte bytes hex base64 long32
ghp gho ghs ghu ghr glpat
xoxb xoxp xapp ant api03 proj v1 rk whsec tvly lf ntn figd sbp gsk npm nvapi lin fc pcsk lsv2 pt aiza akia config settings
options opts cfg args params props self this ctx process environ getenv input inputs request req const let var local_ plain
at32 read write readonly ro rw main primary secondary first second one two bot web site page cloud remote proxy gateway hub
openssl rand uuidgen pwgen urandom
registry license subscription rest graphql http https ws wss smtp imap mail email ftp ssh rsa cert certificate pem file path
ключ ключа токен пароль секрет апи доступа api-ключ clave contraseña contrasena secreta secreto ficha llave de la el del
acceso token clé cle clef jeton mot passe motdepasse mdp secrète secrete d accès acces le schlüssel schluessel passwort
kennwort geheim geheimer geheimnis zugang zugangsdaten token-hier chave senha segredo acesso da do chiave parola segreto
segreta accesso sleutel wachtwoord geheime toegang klucz hasło haslo sekret dostępu anahtar anahtarı anahtari anahtarınız
anahtariniz anahtarını şifre sifre şifreniz sifreniz gizli erişim jeton klíč klic heslo tajné přístup nyckel nøkkel nøgle
lösenord losenord passord adgangskode kodeord hemlig kunci sandi kata rahasia akses khóa khoa mật khẩu mat khau bí mã ma
avain salasana salainen tunnus kulcs jelszó jelszo titok ключ-доступу секретний 密钥 密鑰 秘钥 密码 密碼 口令 令牌 接口
应用 账号 帐号 用户 用户名 的 キー
トークン パスワード シークレット api の を 鍵 秘密 키 토큰 비밀번호 시크릿 암호 열쇠 를 을 مفتاح رمز كلمة المرور السر بك
واجهة कुंजी टोकन पासवर्ड מפתח סיסמה
אסימון""".split()
)
VENDORS = frozenset(
    """openai anthropic claude gemini google gcp github gitlab bitbucket azure aws amazon microsoft ms
openrouter mistral ollama perplexity pplx xai grok groq deepseek cohere huggingface hf replicate together fireworks nvidia
tavily brave exa firecrawl serper serpapi apify browserbase browserless e2b jina linear notion slack discord telegram figma
stripe supabase postgres postgresql mysql mariadb mongo mongodb redis neo4j qdrant pinecone weaviate chroma elastic
elasticsearch opensearch clickhouse snowflake databricks bigquery sentry datadog grafana newrelic posthog vercel netlify
cloudflare heroku render railway fly docker dockerhub kubernetes k8s jira confluence atlassian trello asana clickup monday
airtable hubspot salesforce zendesk intercom twilio sendgrid mailgun resend smithery composio zapier make n8n pipedream
context7 upstash influxdb influx mem0 zep langsmith langfuse wandb spotify youtube twitter facebook meta instagram linkedin
reddit shopify woocommerce wordpress paypal square plaid coinbase binance kraken alchemy infura home assistant homeassistant
hass ha obsidian todoist todo-ist evernote dropbox box drive gdrive gmail outlook office365 teams zoom calendly cal obs
minio s3 r2 vault consul nomad terraform pulumi jenkins circleci travis buildkite sonar sonarqube sonarcloud snyk semgrep
npm pypi nuget rubygems cargo apillon semrush ahrefs moz polygon alphavantage finnhub newsapi openweather weather maps
mapbox here-maps elevenlabs assemblyai deepgram whisper stability midjourney roboflow dify coze flowise langflow zilliz
milvus vectara llama llamaindex kagi bing duckduckgo wolfram wolframalpha arxiv scopus nasa 1password onepassword bitwarden
lastpass dashlane keychain keyring keepass doppler infisical lm studio vllm llamacpp jan gpt4all task taskmaster duojie
siliconflow moonshot kimi zhipu glm qwen dashscope baidu tencent alibaba aliyun volcengine minimax feishu lark dingtalk
wecom yandex vk mailru sber gigachat""".split()
)
# what stands for something to be filled in, and what names it, in languages whose words are not looked for inside of others: each
# is one only as a word of its own
ABROAD = frozenset(
    """ön önök öné cserelje csereld cserélje írja irja írj illessze illesszen beilleszteni adja addja adjon sajat
kulcsod tokened jelszavad wklej swój swoj twoje podmień uzupełnij uzupelnij vložte vlozte vlozit vložit svůj
svoj vaše zadej doplňte doplnte zmeňte zmente zmeni změňte zmeň kendi değiştirin degistirin yapıştırın
yapistirin yazın yazin girilecek tokeniniz tokeninizi điền dien vào vao đây day dán thế σας εισάγετε βάλτε εδώ
αλλάξτε kleidi fyll ange klistra ert indsaet udfyld erstat skift dit skriv erstatt lim avaimesi salasanasi lisää
lisaa korvaa tämä tama omat plak verander mij voer plaats vervangen introdu introduceți introduceti aici schimba
schimbă înlocuiește inlocuieste tău tokenul dvs completează completeaza unesite unesi ovdje ovde promijeni
promeni promijenite zamijeni zamijenite zamenite vnesite vstavite zamenjaj zamenjajte vaš vaša vaši jūsų jusu
įveskite iveskite pakeiskite čia cia jūsu ievadiet nomainiet šeit seit sinu teie sisesta asenda siia zure hemen
poseu iyong ilagay dito wako weka hapa juaj vendos këtu complétez completez compléter completer renseignez
renseigner collez coller remplissez bitte ausfüllen ausfuellen hinterlegen anpassen rellenar rellena poner poned
escribe pega pegar coloca preencher preencha mude compila incolla completa inserite вашият вашия въведете
сменете тук введіть змініть замініть тут свій свой своё вводить подставьте подставить شما اینجا وارد کنید আপনার
உங்கள் შენი ձեր""".split()
)
TRADE_ABROAD = frozenset(
    """az je er oma teva edo vale mig kulcsa kulcsát kulcsot kulcsom tokent tokenje jelszava jelszót jelszavát titkos
tajny tajná tajne tajni tajna tajno sekretny sekretne hasła hasla kluc kľúč klíče klice hesla kljuc ključ ključa
kljuca lozinka lozinku lozinke geslo žeton zeton tajnog anahtar-i anahtarınızı anahtarinizi bi_mat κλειδί
κλειδιού κωδικό κωδικός μυστικό nyckeln lösenordet nokkel hemmelig hemmelige noegle noekkel salaista salaisuus
wachtwoorden sleutels cheia cheie cheii parolei secretă secretul raktas raktą slaptas slaptažodis slaptažodį
slaptazodis atslēga atslēgu parole paroli parool parooli võti voti võtme gakoa pasahitza clau contrasenya susi
ufunguo nenosiri çelësi fjalëkalimi ключът таен тайна парола паролата пароля ключ-а mot-de-passe meingeheimes
kod รหัส کلید عبور 令牌码 mou ang geheimes geheimen sicheres sicherer sicheren starkes starker starken langes langer langen zufälliges
zufaelliges zufälliger zufaelliger zufällig zufaellig zeichenkette sehr une una fort
mindestens zeichen caracteres caractères caratteri mínimo minimo au moins almeno pelo menos minstens tekens символов знаков минимум
forte securise securisee sécurisé sécurisée longue chaine
chaîne aleatoire aléatoire secrete segura seguro muy larga largo aleatoria aleatorio aleatória cadena secreto longa longo muito
sicura sicuro lunga lungo casuale stringa molto silne silny tajnego bardzo losowy losowe losowego ciąg ciag znaków znakow sterk sterke
willekeurig willekeurige güçlü guclu rastgele uzun metin dize kuat acak panjang mạnh manh hemligt starkt långt slumpmässig
slumpmässigt hemmeligt sterkt vahva satunnainen silné bezpečné bezpecne náhodný nahodny надёжный надежный секретная длинная
случайная строка надійний 강력한 랜덤 強力な""".split()
)
VOCABULARY = STRONG | MILD | TRADE | VENDORS | ABROAD | TRADE_ABROAD
# what people leave in place; on a machine of one's own it harms nobody
DEFAULT_WORDS = frozenset(
    """password passwd pass pwd admin administrator root user guest test testing secret changeme
changeit letmein default postgres postgresql mysql mariadb mongo mongodb redis neo4j rabbitmq elastic minio minioadmin sa
android oracle docker dev develop developer local localhost example demo public private none null nopass nopassword password1
password12 password123 passw0rd p@ssw0rd p@ssword pa55word admin123 admin1234 root123 toor test123 test1234 secret123 qwerty
qwerty123 123456 1234567 12345678 123456789 1234567890 12345 1234 1111 0000 000000 111111 abc123 welcome welcome1 welcome123
postgres123 mysql123 user123 dev123 devpass devpassword testpass testpassword mypassword mysecret dbpass dbpassword pgpass
mysecretpassword supersecret supersecretpassword topsecret insecure trust nomad vagrant ubuntu pi raspberry clickhouse
influxdb grafana supabase jenkins sonar airflow temporal keycloak hasura directus strapi n8n yourpassword your_password
your-password kafka nats memgraph surrealdb couchdb cassandra cockroach timescale questdb arangodb foobar s3cr3t s3cret
secr3t p4ssw0rd passw0rd! password! password1! admin! sample replica app application web api service server client
backup t0p-s3cr3t difyai123456 infini_rag_flow this_password_is_insecure_and_should_be_updated""".split()
)
# sha256, first 16 digits, of samples that vendors print in their documentation or ship in their emulators, and of those in RFC 6455,
# 6749, 6750, 7617 and 7636 and OpenID Connect; the first keys of Hardhat and Anvil (hardhat.org/hardhat-network/docs/reference); the
# test keys of reCAPTCHA (developers.google.com/recaptcha/docs/faq); the
# UUIDs of RFC 4122, of Swagger, Wikipedia and the packages that make UUIDs; digests of nothing, "hello" and "password"; the values that
# the published .env.example or compose files of LibreChat, Dify, Supabase, Infisical, Plane and Trigger.dev come with (read 2026-12-01)
SAMPLES = frozenset(
    """2cafc0970149a84f f2d6ca16515033e5 b1471f544ceeea31 5895b89c8fb33402 0011cc25eb432071 aa6547439583c3a2 051d093c4bdedbf2
a6c814bc555ae62c d382fbafbb66d34d cf4d418ed3de92d7 73f71af093fdf154 687da00b09c83361 b8e148545b13c78b 6c96130f130ab0d6
00cf4c781dc37003 ca7459e2b26776de 584b27d64ebc1b33 e9974c507d2a8021 a35b81a7d7927b70 13d31e961a1ad8ec d870a155ecc420ef
15cef4b629cc2d07 8be5d113c0871ce1 549c9390539efcfa fe97449352b1d67c 0e9d220616f08345 e4da07ad200089ce df16ec800d1407f4
70315961d7e8721f faa2b4def593810d c7aa09cd25da8b6a 986c0dc956dc822b 203fa897acf2b02d a3a9e1ed9732cab2 8f400c257611ed5d
e5855ff48799c52c 9ba53bcd10e9193d fa7d6c8ddbcc290e 124afcebe52ad4a2 30a5154b77ab8b2d 5c28b2022dca14af fd4f33b1736b58cf
808f2497351f150c 6316e01c9e1d33de f215faf9d88b7f0a 07e23ede2756aa3f cd372fb85148700f 4914e23374bb211e 3f2cd8e57b096fe7
3543c50b0cb9cea8 60a09e4357868c1e bc1a50966c9e6486 095101cf732c298a 8335c55334821eef bb4978fbe7638de8 b26ab6529d20ebeb
f02322197a196ceb 64034b44c579b335 5de22089c247b9b2 4d3e46eec8244d1d ad71fb4165536675 9e309cccd311ea64
f5e95c9954635b65 03b970ed8171d73b 7c1154b515298397 06d2e911edb4d459 69024f21e9ad1759 282ad5f60261639f c042516e4eac1baf
0f44b34c6311bcb5 1989496b76464a0c 481c0ab8a6f9e9dc 217ef27f7b2a2f89 52f004438faf7802 aab0127e44f7ad7d e844eff1d144442b
04eae10378b0a2d1 6b191a3d668fb186 dabbb25c0991299d 550e73c61eb7d1bd""".split()
)
