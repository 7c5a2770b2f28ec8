import django
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import mail

pytestmark = pytest.mark.pure

TLS = {
    "host": "mail.example",
    "port": 2525,
    "username": "low-man",
    "password": "a/b@c",
    "use_tls": True,
    "use_ssl": False,
    "timeout": 10,
}
URL = "smtp+tls://low-man:a%2Fb%40c@mail.example:2525"


def test_a_mail_server_is_told_by_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django, "VERSION", (6, 1, 0))

    assert mail.mail_settings(URL) == {
        "MAILERS": {"default": {"BACKEND": mail.SMTP, "OPTIONS": TLS}}
    }


def test_an_older_django_gets_settings_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django, "VERSION", (5, 2, 19))

    assert mail.mail_settings(URL) == {
        "EMAIL_BACKEND": mail.SMTP,
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 2525,
        "EMAIL_HOST_USER": "low-man",
        "EMAIL_HOST_PASSWORD": "a/b@c",
        "EMAIL_USE_TLS": True,
        "EMAIL_USE_SSL": False,
        "EMAIL_TIMEOUT": 10,
    }


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://mail.example", 587, True, False),
        ("smtp+ssl://mail.example", 465, False, True),
    ],
)
def test_the_kind_of_address_gives_port_and_encryption(
    monkeypatch: pytest.MonkeyPatch, url: str, port: int, tls: bool, ssl: bool
) -> None:
    monkeypatch.setattr(django, "VERSION", (6, 1, 0))

    options = mail.mail_settings(url)["MAILERS"]["default"]["OPTIONS"]

    assert (options["port"], options["use_tls"], options["use_ssl"]) == (port, tls, ssl)


def test_mail_may_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django, "VERSION", (5, 2, 19))

    assert mail.mail_settings("consolemail://") == {"EMAIL_BACKEND": mail.CONSOLE}


@pytest.mark.parametrize("url", ["", "mail.example", "smtp://", "http://mail.example", "imap://x"])
def test_another_address_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        mail.mail_settings(url)
