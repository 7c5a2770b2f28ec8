"""The one settings file, read from the environment.

Without any variable this is the embedded set-up: SQLite in a data folder, one process, loopback
only. `DATABASE_URL` and `REDIS_URL` make it the production set-up. A setting that would be unsafe
or could not work is refused here, in one line.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.mail import mail_settings
from config.origin import LOOPBACK, origins_of
from config.secret import is_weak, kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

# Which set-up

DATABASE_URL = env.str("DATABASE_URL", "")
REDIS_URL = env.str("REDIS_URL", "")
EMBEDDED = not DATABASE_URL
DATA_DIR = Path(env.str("DATA_DIR", "") or BASE_DIR / "data").resolve()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
PORT = env.int("PORT", 8000)

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=list(LOOPBACK) if EMBEDDED else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is missing: name the hosts of this site.")
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS may not be '*': name the hosts of this site.")
_on_loopback = set(ALLOWED_HOSTS) <= {*LOOPBACK, "testserver"}
# For loopback, tests, or play in a trusted local network: no TLS in front.
INSECURE_HTTP = env.bool("INSECURE_HTTP", default=EMBEDDED and _on_loopback)
if DEBUG and not _on_loopback:
    raise ImproperlyConfigured("DEBUG is for loopback only: set DEBUG=false with these hosts.")
if not EMBEDDED and not DATABASE_URL.startswith(("postgres://", "postgresql://")):
    raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// (or be absent).")
if not EMBEDDED and not REDIS_URL:
    raise ImproperlyConfigured("REDIS_URL is missing: it has to stand beside DATABASE_URL.")
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://")):
    raise ImproperlyConfigured("REDIS_URL must begin with redis:// or rediss://.")

SECRET_KEY = env.str("SECRET_KEY", "")
if not SECRET_KEY and EMBEDDED:
    SECRET_KEY = kept_secret(DATA_DIR / "secret-key")
if is_weak(SECRET_KEY):
    raise ImproperlyConfigured("SECRET_KEY must be a random text of 50 characters or more.")

# Applications

INSTALLED_APPS = [
    "config",
    "tables",
    "ranking",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "config.staff_app.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tables.returning.ReturnMiddleware",
    "config.trouble.TroubleMiddleware",
    "config.wrong_method.WrongMethodMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
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
                "accounts.context_processors.viewer",
                "tables.returning.context",
            ],
        },
    },
]

# Database

DATABASE_THREADS = env.int("DATABASE_THREADS", 4)
DATABASES: dict[str, dict[str, Any]]
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "low-man.sqlite3",
            "OPTIONS": {
                # A transaction that reads and then writes must hold the write lock from the start.
                "transaction_mode": "IMMEDIATE",
                "timeout": 10,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
            # Tests use several threads, which an in-memory database can't.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        },
    }
else:
    _database = env.db_url_config(DATABASE_URL)
    _database["OPTIONS"] = {
        "connect_timeout": 5,
        "options": "-c lock_timeout=5s -c statement_timeout=15s",
        **_database.get("OPTIONS", {}),
        # Every thread of ours plus the views that run at once; the pool asks for CONN_MAX_AGE=0.
        "pool": {
            "min_size": DATABASE_THREADS,
            "max_size": env.int("DATABASE_POOL_MAX", DATABASE_THREADS + 16),
            "timeout": 10,
        },
    }
    DATABASES = {"default": {**_database, "CONN_MAX_AGE": 0}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache, and news between server processes

CACHES: dict[str, dict[str, Any]]
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {}
if REDIS_URL:
    # Sites and test runs that share one Redis differ in this.
    REDIS_PREFIX = env.str("REDIS_PREFIX", "low-man")
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_timeout": 5, "socket_connect_timeout": 5},
        },
    }
    CHANNEL_LAYERS = {
        "default": {
            # The "core" layer loses messages in a burst and needs Redis at each handshake.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                # redis-py's default of 5 s would end an idle subscription.
                "hosts": [
                    {"address": REDIS_URL, "socket_timeout": 15, "socket_connect_timeout": 5},
                ],
                "prefix": REDIS_PREFIX,
            },
        },
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Accounts: log-in and log-out, sessions

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# A visitor may log in by name or address, and registers with both.
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "signup": "accounts.forms.RegistrationForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True  # one address, replaced once the new one is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Low Man: "
# Codes, not links: no mail can be opened under another log-in, or by a mail program's preview.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS = 3
# Whether an address must be confirmed before the first log-in. Either way no page tells which
# addresses are known: where it is optional, one address may stand in several accounts until the
# first of them confirms it. (allauth's own setting knows no codes that are optional.)
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", "optional" if EMBEDDED else "mandatory")
if EMAIL_VERIFICATION not in ("optional", "mandatory"):
    raise ImproperlyConfigured("EMAIL_VERIFICATION must be mandatory or optional.")
# Kept in the cache, and so global where that is Redis. allauth has further ones by default.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip,100/d/ip",
    "reset_password": "20/m/ip,1/m/key,5/h/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/m/key,6/h/key",  # mails with codes to one address
    "reauthenticate": "10/m/user",
}
# A second step at log-in (an app or a key), and passkeys instead of a password.
STAFF_SECOND_STEP = env.bool("STAFF_SECOND_STEP", not EMBEDDED)  # moderators must have one
MFA_ADAPTER = "accounts.adapter.SecondStepAdapter"
MFA_FORMS = {
    "activate_totp": "accounts.second_step.ActivateAppForm",
    "add_webauthn": "accounts.second_step.AddPasskeyForm",
    "authenticate": "accounts.second_step.SecondStepForm",
    "authenticate_webauthn": "accounts.second_step.PasskeySecondStepForm",
    "edit_webauthn": "accounts.second_step.EditPasskeyForm",
    "login_webauthn": "accounts.second_step.PasskeyLoginForm",
    "reauthenticate": "accounts.second_step.SecondStepAgainForm",
    "reauthenticate_webauthn": "accounts.second_step.PasskeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Low Man"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = INSECURE_HTTP
# How many proxies stand in front and may be believed about the visitor's address and scheme.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0 if INSECURE_HTTP else 1)

# Mail: smtp+tls://user:password@host:port; the embedded set-up prints it to the console.
globals().update(mail_settings(env.str("EMAIL_URL", "consolemail://" if EMBEDDED else "")))
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", f"Low Man <noreply@{ALLOWED_HOSTS[0].lstrip('.')}>")

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest is known by the session alone
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not INSECURE_HTTP

# Transport and content security

# Pages that may open sockets: scheme, host and port, as browsers write them.
ALLOWED_ORIGINS: list[str] = env.list(
    "ALLOWED_ORIGINS", default=origins_of(ALLOWED_HOSTS, PORT, tls=not INSECURE_HTTP)
)
if not INSECURE_HTTP:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("HSTS_SUBDOMAINS", True)
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
    },
}

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", "") or DATA_DIR / "static")
# The embedded set-up serves the files from where they lie, so nothing has to be collected.
if EMBEDDED:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns where it is missing
WHITENOISE_USE_FINDERS = EMBEDDED
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}

# Language and time

LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

# The game: its pace in ms (each event carries the moment at which browsers show it) …

PACE_CARD_MS = env.int("PACE_CARD_MS", 700)
PACE_TRICK_MS = env.int("PACE_TRICK_MS", 1_100)
PACE_SCORE_MS = env.int("PACE_SCORE_MS", 6_000)

# … and its limits in seconds.

LIMIT_PLAY_S = env.int("LIMIT_PLAY_S", 30)
LIMIT_PASS_S = env.int("LIMIT_PASS_S", 60)
STAND_IN_S = env.int("STAND_IN_S", 30)
WAITING_SEAT_S = env.int("WAITING_SEAT_S", 60)
CLOSE_AFTER_S = env.int("CLOSE_AFTER_S", 86_400)
RANKED_START_S = env.int("RANKED_START_S", 5)
ABSENCE_S = env.int("ABSENCE_S", 180)
ABSENCES_S = env.int("ABSENCES_S", 900)
CONNECT_S = env.int("CONNECT_S", 25)
SUBSTITUTE_AWAY_S = env.int("SUBSTITUTE_AWAY_S", 60)
RESERVE_S = env.int("RESERVE_S", 180)

# What one socket may send: frames a second over time, and at once. Tests at no pace need more.

SOCKET_FRAMES_PER_S = env.int("SOCKET_FRAMES_PER_S", 20)
SOCKET_FRAMES_AT_ONCE = env.int("SOCKET_FRAMES_AT_ONCE", 60)

# Logs hold no addresses of visitors

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "filters": {"once_a_minute": {"()": "config.quiet.OnceAMinute"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would print everything twice.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},  # a page that is not there is no news
        # The layer tries to reach Redis each second; each failure would be a long traceback.
        "channels_redis.pubsub": {"filters": ["once_a_minute"]},
        # Daphne's lines below a warning name the peer's address.
        "daphne": {"level": "WARNING"},
    },
}
