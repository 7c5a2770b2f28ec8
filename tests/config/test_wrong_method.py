"""Addresses that only take forms, asked for as pages."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/tables/ranked/", "/tables/play-now/", "/accounts/login/without-guest/"]
)
def test_an_address_that_only_takes_forms_says_so_and_leads_on(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert "no-store" in response["Cache-Control"]
    page = response.content.decode()
    assert "Nothing has been changed." in page
    assert 'href="/"' in page


@pytest.mark.parametrize("action", ["sit", "again"])
def test_an_address_of_a_table_leads_to_the_table(client: Client, action: str) -> None:
    response = client.get(f"/tables/ABCDEF/{action}/")
    assert response.status_code == 405
    assert 'href="/tables/ABCDEF/"' in response.content.decode()


def test_a_form_sent_to_a_page_says_so_too(client: Client) -> None:
    response = client.post("/rules/")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert "Nothing has been changed." in response.content.decode()


def test_a_head_request_is_answered_without_a_body(client: Client) -> None:
    response = client.head("/tables/ranked/")
    assert (response.status_code, response.content) == (405, b"")
