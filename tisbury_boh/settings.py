"""Settings of the permit office, read from the environment by name; a value that cannot be used stops
the start and says why. Nothing about a town belongs here: boards, hours, fees and holidays are rows.

Without any variable set the office runs on one machine with no services: SQLite and a broker made of
files, both under `var/`, where e-mail is kept as files too. `DATABASE_URL`, `CELERY_BROKER_URL` and
`EMAIL_URL` move them to PostgreSQL, Redis and a mail server.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from tisbury_boh.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules

env = environ.Env()
if not TESTING:
    env.read_env(BASE_DIR / ".env")  # what `make run` left for this machine; real variables win over it


def switch(name: str, *, default: bool) -> bool:
    """A yes-or-no variable. Raises ImproperlyConfigured on any other word, so "DEBUG=flase" is caught."""
    words = {"1": True, "true": True, "yes": True, "on": True}
    words |= {"0": False, "false": False, "no": False, "off": False}
    word = env.str(name, default="1" if default else "0").strip().lower()
    if word not in words:
        raise ImproperlyConfigured(f'{name} is "{word}". Set it to 1 or 0.')
    return words[word]


def needed(name: str, why: str) -> str:
    """A variable that production cannot do without. Raises ImproperlyConfigured, saying what it is for."""
    value: str = env.str(name, default="").strip()
    if not value:
        raise ImproperlyConfigured(f"Set {name}: {why} (DEBUG=1 does without it, on one machine only).")
    return value


DEBUG = switch("DEBUG", default=False)
IN_PRODUCTION = not (DEBUG or TESTING)

# Everything the office writes outside a database server: SQLite, uploads, the file broker, static files.
# Tests get a folder of their own, removed by tests/conftest.py.
VAR = Path(tempfile.mkdtemp(prefix="permit-office-")) if TESTING else env.path("VAR_DIR", BASE_DIR / "var")
VAR = Path(str(VAR)).resolve()
VAR.mkdir(parents=True, exist_ok=True)
PRIVATE_ROOT = VAR / "private"  # uploads and letters; never under a folder that is served
UPLOAD_LIMIT_MB = env.int("UPLOAD_LIMIT_MB", default=25)


def secret_key() -> str:
    """The key from SECRET_KEY; on one machine or in tests, one made once and kept in `var/secret-key`."""
    if IN_PRODUCTION or env.str("SECRET_KEY", default=""):
        return needed("SECRET_KEY", "sessions and links are signed with it; use 50 or more random characters")
    kept = VAR / "secret-key"
    if not kept.exists():
        # Written aside and linked into place: two processes that start together read the same whole key.
        with tempfile.NamedTemporaryFile("w", dir=VAR, delete=False) as draft:
            draft.write(get_random_secret_key())
        try:
            os.link(draft.name, kept)
        except FileExistsError:
            pass  # the other process was first; its key counts
        finally:
            os.unlink(draft.name)
    return kept.read_text().strip()


SECRET_KEY = secret_key()

# The address people type and QR codes carry.
SITE_ADDRESS = (
    needed("SITE_ADDRESS", "the public address, printed on permits as a QR code")
    if IN_PRODUCTION
    else env.str("SITE_ADDRESS", default="http://localhost:8000")
).rstrip("/")
if urlsplit(SITE_ADDRESS).scheme not in ({"https"} if IN_PRODUCTION else {"http", "https"}):
    raise ImproperlyConfigured(f'SITE_ADDRESS is "{SITE_ADDRESS}". Begin it with https://.')
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[urlsplit(SITE_ADDRESS).hostname or ""])
if not IN_PRODUCTION:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS]

# ---- The apps. Ours come in the order they may depend on one another: office, enforcement, the slices.
OUR_APPS = [
    "office",
    "enforcement",
    "districts",
    "permits.refuse",
    "permits.food",
    "permits.waivers",
    "permits.rulemaking",
    "docks",
]
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    # Not "allauth" itself, which is only its stock pages: one that is not ours must fail, not be shown.
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "django_structlog",
    "js_lib_bootstrap5",
    "localflavor",
    "phonenumber_field",
    "simple_history",
    *OUR_APPS,
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "office.language.ReadersLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "office.middleware.SecondStepMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]
ROOT_URLCONF = "tisbury_boh.urls"
WSGI_APPLICATION = "tisbury_boh.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "office.context_processors.frame",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "bootstrap5"

# ---- Database
# SQLite untuned loses most writes as soon as two people save at once. With the write lock taken at the
# start of a transaction, a wait of 20 seconds for it, and a write-ahead log, none. ATOMIC_REQUESTS stays
# off: every page would hold that lock.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
}
_database: dict[str, Any] = dict(
    env.db_url_config(env.str("DATABASE_URL", default="") or f"sqlite:///{VAR / 'office.sqlite3'}")
)
if _database.get("ENGINE") == "django.db.backends.sqlite3":
    _database["OPTIONS"] = SQLITE_OPTIONS
elif _database.get("ENGINE") == "django.db.backends.postgresql":
    _database |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    # Two test runs on one server must not meet: named after the run, which pytest-xdist's workers share.
    _run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    _database["TEST"] = {"NAME": f"test_office_{_run[:12]}"}
else:
    raise ImproperlyConfigured("DATABASE_URL is of a sort we do not test. Use postgresql:// or sqlite:///.")
DATABASES = {"default": _database}

# ---- People and sign-in
AUTH_USER_MODEL = "office.User"
LOGIN_URL = "/sign-in/"
LOGOUT_REDIRECT_URL = "/"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # halves the time of the suite
SESSION_COOKIE_AGE = 12 * 60 * 60  # a working day
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "office.views.again.page_too_old"
# Keys that were replaced: what they signed and encrypted stays good while they stand here.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Whoever works here gives a code of an authenticator app too. Always in production; on one machine the demo's
# people have no telephone, and the pages of signing in say that it is off.
STAFF_MFA = IN_PRODUCTION or switch("STAFF_MFA", default=False)
ACCOUNT_ADAPTER = "office.views.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]  # and a name, see office.forms_sign_in; never a password
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True  # not a link: an address with a secret in it ends up in logs
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60  # the pages say so
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_PREVENT_ENUMERATION = True  # an address nobody has is answered like one that somebody has
ACCOUNT_CHANGE_EMAIL = True  # one address an account
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True  # for SESSION_COOKIE_AGE, whichever way one signed in
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "clerk", "root", "staff"]
# How often from one network ("ip"), for one address or account ("key"). Kept in the cache below, like what
# office.limits counts; that one is for forms that need no account.
SIGN_IN_LIMITS = {
    "login_failed": "20/m/ip,5/5m/key",
    "request_login_code": "20/m/ip,3/m/key,10/h/key",
    "reset_password": "20/m/ip,3/m/key,10/h/key",
    "signup": "20/h/ip",
}
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = False if TESTING else SIGN_IN_LIMITS  # its tests turn it on
MFA_ADAPTER = "office.views.adapter.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # staff may have an account and no address
MFA_TOTP_TOLERANCE = 1  # a code counts half a minute longer: slow fingers, slow clocks

# ---- Security headers. No page has inline script or style, and nothing is loaded from elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        "accelerometer",
        "autoplay",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = IN_PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if IN_PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IN_PRODUCTION
BEHIND_PROXY = switch("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    # Only when a proxy of ours sets this header and strips it from what visitors send.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# ---- Files
STATIC_URL = "/static/"
STATIC_ROOT = Path(str(env.path("STATIC_ROOT", VAR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": PRIVATE_ROOT},
    },
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if IN_PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not IN_PRODUCTION
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # larger files wait on disk, not in memory
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_LIMIT_MB * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 20
# A counter page with every table of its answers full has about a thousand cells.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# What is counted for an hour: how often one address reported something. Files, because every process of the
# web server must see the same count, on a machine with no services too.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# ---- Language and time
# Staff read English; the public reads these. What is typed is written the same in all of them: 6/1/2026 is
# June 1, $1,234.50 has its point before the cents. FORMAT_MODULE_PATH sees to that.
LANGUAGE_CODE = "en-us"
LANGUAGES = [("en-us", "English"), ("pt-br", "Português")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IN_PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "tisbury_boh.formats"
TIME_ZONE = "America/New_York"
USE_TZ = True
PHONENUMBER_DEFAULT_REGION = "US"
PHONENUMBER_DEFAULT_FORMAT = "NATIONAL"

# ---- E-mail
MAIL_SCHEMES = ("smtp", "smtp+tls", "smtp+ssl", "filemail", "consolemail")


def mail_settings() -> dict[str, Any]:
    """Where e-mail goes, from EMAIL_URL; on one machine and in tests, files under `var/mail`."""
    why = "letters and reminders leave by it, such as smtp+tls://user:password@mail.example.gov:587"
    url = needed("EMAIL_URL", why) if IN_PRODUCTION else env.str("EMAIL_URL", default="") or "filemail://"
    scheme = url.partition("://")[0]
    if scheme not in MAIL_SCHEMES or (scheme.startswith("smtp") and not urlsplit(url).hostname):
        # The address itself is not shown: it may hold a password.
        raise ImproperlyConfigured(
            f"EMAIL_URL cannot be used. Begin it with {', '.join(MAIL_SCHEMES[:-1])} or {MAIL_SCHEMES[-1]}, "
            "then ://user:password@server:port."
        )
    found = dict(env.email_url_config(url))
    if scheme == "filemail":
        found["EMAIL_FILE_PATH"] = str(Path("/", found["EMAIL_FILE_PATH"] or VAR / "mail"))
    if scheme.startswith("smtp"):
        found["EMAIL_PORT"] = found["EMAIL_PORT"] or {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}[scheme]
    return found


_mail = mail_settings()
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT: int = _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER: str = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH: str = _mail["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = 20  # seconds; a server that hangs keeps the others waiting no longer
# The sender of all mail. A board's own name goes before it, and answers go to the board.
DEFAULT_FROM_EMAIL = SERVER_EMAIL = (
    needed("DEFAULT_FROM_EMAIL", "the address mail comes from, such as permits@example.gov")
    if IN_PRODUCTION
    else env.str("DEFAULT_FROM_EMAIL", default="permits@localhost")
)
if "@" not in DEFAULT_FROM_EMAIL:
    raise ImproperlyConfigured(f'DEFAULT_FROM_EMAIL is "{DEFAULT_FROM_EMAIL}". Give an e-mail address.')

# ---- Worker and scheduler
HOUR = 60 * 60
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost//")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
CELERY_WORKER_ENABLE_REMOTE_CONTROL = True  # `celery inspect ping` is the worker's health check
if CELERY_BROKER_URL.startswith("filesystem://"):
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # its messages would pile up as files
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR / "broker" / "messages"),
        "data_folder_out": str(VAR / "broker" / "messages"),  # one folder: what is sent is what is read
        "control_folder": str(VAR / "broker" / "control"),
    }
elif CELERY_BROKER_URL.startswith(("redis://", "rediss://")):
    # What no worker has finished by then is handed out anew: longer than the longest task may take.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3 * HOUR}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", default="permit-office")
# A task is put back when its worker dies, or loses the broker, with the work half done: it may run again
# at any time. Nobody reads results, so nothing keeps them.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = HOUR // 3, HOUR // 2  # the night has its own
CELERY_TASK_PUBLISH_RETRY = False  # a page does not wait for a broker that is down; the sweep comes anyway
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
# What was not taken up in time is dropped, for the next one does the same.
CELERY_BEAT_SCHEDULE = {
    "mail": {"task": "office.tasks.send_mail", "schedule": 60.0, "options": {"expires": 60}},
    "sweep": {"task": "office.tasks.sweep", "schedule": 5 * 60.0, "options": {"expires": 5 * 60}},
    # Every hour, for a night that was missed: the task itself knows whether this day's work is done, so that
    # the nights on which clocks change neither skip it nor do it twice.
    "night": {"task": "office.tasks.night", "schedule": crontab(minute=10), "options": {"expires": 50 * 60}},
}

# ---- Logs
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = 10  # DEBUG: one line per request, when it is done
LOGGING = logging_config(level="WARNING" if TESTING else env.str("LOG_LEVEL", default="INFO"), readable=DEBUG)
