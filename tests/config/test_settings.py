"""Each case reads the settings in a process of its own, as a start of the site does."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]

PRODUCTION = {
    "DATABASE_URL": "postgres://low_man@db.example/low_man?sslmode=require",
    "REDIS_URL": "redis://cache.example:6379/0",
    "SECRET_KEY": "a long key of many letters and digits 0123456789 for a test",
    "ALLOWED_HOSTS": "hearts.example",
    "EMAIL_URL": "smtp+tls://low-man:secret@mail.example:587",
}


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


def run(data_dir: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in an environment that holds these variables and nothing of the tests'."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": str(data_dir),
            **variables,
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def read(data_dir: Path, expression: str, **variables: str) -> str:
    """The value of an expression about `settings`, as text."""
    code = f"from django.conf import settings as s; print(({expression}))"
    done = run(data_dir, "-c", code, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def refusal(data_dir: Path, **variables: str) -> str:
    """The line with which the settings refuse these variables."""
    done = run(data_dir, "-c", "from django.conf import settings as s; s.DEBUG", **variables)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    found = re.fullmatch(r"django\.core\.exceptions\.ImproperlyConfigured: (.+)", last)
    assert found, done.stderr
    return found[1]


# Embedded


def test_without_variables_the_site_is_embedded_on_loopback(data_dir: Path) -> None:
    assert read(data_dir, "s.EMBEDDED, s.DEBUG, s.ALLOWED_HOSTS") == (
        "(True, False, ['localhost', '127.0.0.1', '[::1]'])"
    )
    assert read(data_dir, "s.DATABASES['default']['NAME']") == str(data_dir / "low-man.sqlite3")
    assert read(data_dir, "s.CHANNEL_LAYERS") == "{}"


def test_sqlite_takes_the_write_lock_at_once_and_writes_ahead(data_dir: Path) -> None:
    options = read(data_dir, "s.DATABASES['default']['OPTIONS']")

    assert "'transaction_mode': 'IMMEDIATE'" in options
    assert "journal_mode=WAL" in options


def test_the_embedded_key_is_made_once_and_for_its_owner_only(data_dir: Path) -> None:
    key = read(data_dir, "s.SECRET_KEY")

    assert len(key) >= 50
    assert read(data_dir, "s.SECRET_KEY") == key
    assert (data_dir / "secret-key").stat().st_mode & 0o777 == 0o600
    assert data_dir.stat().st_mode & 0o777 == 0o700


def test_embedded_pages_open_sockets_from_this_machine_and_port_only(data_dir: Path) -> None:
    assert read(data_dir, "s.ALLOWED_ORIGINS", PORT="8123") == (
        "['http://localhost:8123', 'http://127.0.0.1:8123', 'http://[::1]:8123']"
    )


def test_debug_with_a_public_host_is_refused(data_dir: Path) -> None:
    assert "DEBUG is for loopback only" in refusal(
        data_dir, DEBUG="true", ALLOWED_HOSTS="hearts.example"
    )


def test_pace_and_limits_come_from_the_environment(data_dir: Path) -> None:
    assert read(data_dir, "s.PACE_CARD_MS, s.LIMIT_PLAY_S") == "(700, 30)"
    assert read(data_dir, "s.PACE_CARD_MS, s.LIMIT_PLAY_S", PACE_CARD_MS="0", LIMIT_PLAY_S="5") == (
        "(0, 5)"
    )


# Production


def test_production_settings_pass_the_deployment_checks(data_dir: Path) -> None:
    manage = ROOT / "manage.py"

    done = run(data_dir, str(manage), "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_production_pools_its_connections_and_bounds_every_wait(data_dir: Path) -> None:
    code = "s.DATABASES['default']['OPTIONS'], s.DATABASES['default']['CONN_MAX_AGE']"

    found = read(data_dir, code, **PRODUCTION)

    assert "'sslmode': 'require'" in found
    assert "'pool': {'min_size': 4, 'max_size': 20, 'timeout': 10}" in found
    assert "lock_timeout=5s" in found
    assert "statement_timeout=15s" in found
    assert found.endswith(", 0)")


def test_production_hears_of_other_processes_by_redis_pubsub(data_dir: Path) -> None:
    found = read(data_dir, "s.CHANNEL_LAYERS['default']", **PRODUCTION)

    assert "RedisPubSubChannelLayer" in found
    assert "'socket_timeout': 15" in found


def test_production_cookies_need_tls_unless_plain_http_is_asked_for(data_dir: Path) -> None:
    code = "s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.ALLOWED_ORIGINS"

    assert read(data_dir, code, **PRODUCTION) == "(True, True, ['https://hearts.example'])"
    assert read(data_dir, code, **PRODUCTION, INSECURE_HTTP="true") == (
        "(False, False, ['http://hearts.example:8000'])"
    )


ACCOUNTS = "s.EMAIL_VERIFICATION, s.STAFF_SECOND_STEP, s.DEFAULT_FROM_EMAIL"


def test_production_confirms_addresses_and_asks_moderators_for_a_second_step(
    data_dir: Path,
) -> None:
    assert read(data_dir, ACCOUNTS, **PRODUCTION) == (
        "('mandatory', True, 'Low Man <noreply@hearts.example>')"
    )


def test_the_embedded_set_up_lets_people_in_at_once(data_dir: Path) -> None:
    assert read(data_dir, ACCOUNTS) == "('optional', False, 'Low Man <noreply@localhost>')"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("SECRET_KEY", "", "SECRET_KEY must be a random text"),
        ("SECRET_KEY", "too short", "SECRET_KEY must be a random text"),
        ("SECRET_KEY", "a" * 60, "SECRET_KEY must be a random text"),
        ("SECRET_KEY", "django-insecure-" + "0123456789" * 5, "SECRET_KEY must be a random text"),
        ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS is missing"),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS may not be '*'"),
        ("DEBUG", "true", "DEBUG is for loopback only"),
        ("DATABASE_URL", "mysql://db.example/low_man", "DATABASE_URL must begin with postgres://"),
        ("REDIS_URL", "", "REDIS_URL is missing"),
        ("REDIS_URL", "cache.example", "REDIS_URL must begin with redis://"),
        ("EMAIL_URL", "", "EMAIL_URL is missing"),
        ("EMAIL_URL", "mail.example:25", "EMAIL_URL must be smtp+tls://"),
        ("EMAIL_VERIFICATION", "none", "EMAIL_VERIFICATION must be mandatory or optional"),
    ],
)
def test_production_refuses_to_start(data_dir: Path, name: str, value: str, line: str) -> None:
    assert refusal(data_dir, **{**PRODUCTION, name: value}).startswith(line)
