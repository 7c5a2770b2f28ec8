from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client


@pytest.mark.django_db
def test_healthz_says_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.content == b"ok"


def test_healthz_is_503_when_the_database_does_not_answer(client: Client) -> None:
    with mock.patch("config.views.connection") as connection:
        connection.cursor.side_effect = OperationalError
        response = client.get("/healthz")

    assert response.status_code == 503


@pytest.mark.django_db
def test_pages_forbid_inline_code_and_frames(client: Client) -> None:
    policy = client.get("/healthz").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
