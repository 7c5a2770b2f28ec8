from django.test import Client

NAME = "/static/admin/js/core.js"


def test_static_files_are_served_whole_with_their_type(client: Client) -> None:
    response = client.get(NAME)

    assert response.status_code == 200
    assert not response.streaming
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert b"function" in response.content


def test_a_head_request_gets_no_content(client: Client) -> None:
    assert client.head(NAME).content == b""


def test_a_part_of_a_file_is_only_that_part(client: Client) -> None:
    response = client.get(NAME, headers={"Range": "bytes=0-9"})

    assert response.status_code == 206
    assert len(response.content) == 10
