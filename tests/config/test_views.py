import pytest
from django.test import Client


@pytest.mark.django_db
def test_healthz_says_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.content == b"ok"
