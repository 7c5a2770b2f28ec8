from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.live import Process, Site, Visitor, receive
from tests.wire import Closed, Wire

pytestmark = pytest.mark.pure

StartSite = Callable[..., Site]
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running embedded site."""
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def start_site(tmp_path: Path) -> Iterator[StartSite]:
    """Starts a site of the test's own."""
    own: list[Site] = []

    def start(**settings: str) -> Site:
        own.append(Site(tmp_path, settings))
        own[-1].start()
        return own[-1]

    yield start
    for site in own:
        site.stop()


def last_words(*arguments: str, environment: dict[str, str]) -> list[str]:
    """What a command prints that refuses to start."""
    process = Process(*arguments, environment=environment)
    assert process.wait() == 1
    return process.lines


def test_one_command_makes_database_and_demo_players_and_says_where_to_go(site: Site) -> None:
    lines = site.servers[0].lines

    assert "Log in as alice, bob, carol, dave" in lines[0]
    assert lines[-1].startswith("Listening on http://localhost:")
    assert "<title>" in Visitor().get(site.urls[0])


async def test_pages_of_the_port_that_was_asked_for_may_open_sockets(site: Site) -> None:
    visitor = Visitor()
    code = visitor.open_table(site.urls[0])

    async with visitor.socket(site.urls[0], code) as table:
        assert (await receive(table, "update"))["view"]["you"]["seat"] == 0


# Row 34 of the faults
def test_a_foreign_page_opens_no_socket_though_it_brings_a_good_cookie(site: Site) -> None:
    visitor = Visitor()
    code = visitor.open_table(site.urls[0])
    port = int(site.urls[0].rpartition(":")[2])
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies)
    answers = []
    for origin in ("https://evil.example", site.urls[0]):
        headers = {"Host": f"localhost:{port}", "Cookie": cookies, "Origin": origin}
        with Wire(port, f"/ws/tables/{code}/", headers) as wire:
            answers.append(wire.status)

    assert answers == [403, 101]


def test_a_second_server_on_the_same_data_folder_is_refused_in_one_line(site: Site) -> None:
    (line,) = last_words("play", "--port", "0", environment=site.environment)

    folder = site.environment["DATA_DIR"]
    assert line == (
        f"CommandError: Another server runs on the data folder {folder}: stop it, or set DATA_DIR"
        " to another folder."
    )


def test_a_taken_port_is_refused_in_one_line(site: Site, tmp_path: Path) -> None:
    port = site.urls[0].rpartition(":")[2]
    (line,) = last_words(
        "play", "--port", port, environment={**EMBEDDED, "DATA_DIR": str(tmp_path)}
    )

    assert line == (
        f"CommandError: Port {port} at 127.0.0.1 can't be used (Address already in use): choose"
        " another by --port."
    )


def test_play_refuses_a_set_up_of_several_processes(tmp_path: Path) -> None:
    production = {
        "DATABASE_URL": "postgres://low_man@db.example/low_man",
        "REDIS_URL": "redis://cache.example/0",
        "SECRET_KEY": "only for this test: 0123456789 abcdefghijklmnopqrstuvwxyz",
        "ALLOWED_HOSTS": "hearts.example",
        "EMAIL_URL": "consolemail://",
        "DATA_DIR": str(tmp_path),
    }
    (line,) = last_words("play", environment=production)

    assert (
        line == "CommandError: play is the embedded set-up; with DATABASE_URL use serve and clock."
    )


def test_serve_refuses_the_embedded_set_up(tmp_path: Path) -> None:
    (line,) = last_words("serve", environment={**EMBEDDED, "DATA_DIR": str(tmp_path)})

    assert line == (
        "CommandError: serve needs DATABASE_URL and REDIS_URL; on the embedded set-up use play."
    )


def test_ctrl_c_closes_the_sockets_and_ends_without_a_traceback(start_site: StartSite) -> None:
    site = start_site()
    (server,) = site.servers
    port = int(site.urls[0].rpartition(":")[2])
    with Wire(port, "/ws/lobby/", {"Origin": site.urls[0], "Host": f"localhost:{port}"}) as lobby:
        assert '"tables"' in lobby.receive()
        server.interrupt()

        assert lobby.end() == Closed(1012, "restart")
        assert server.wait() == 0

    assert "Listening on" in server.lines[-1]


def test_after_a_kill_the_folder_is_free_again(start_site: StartSite) -> None:
    site = start_site()
    site.servers[0].kill()

    site.start()

    assert site.servers[0].stop() == 0


def test_frames_at_once_are_limited_by_the_settings(start_site: StartSite) -> None:
    site = start_site(SOCKET_FRAMES_AT_ONCE="5")
    port = int(site.urls[0].rpartition(":")[2])
    with Wire(port, "/ws/lobby/", {"Origin": site.urls[0], "Host": f"localhost:{port}"}) as lobby:
        for _ in range(10):
            lobby.send('{"type":"ping"}')

        assert lobby.end() == Closed(1008, "too many messages")
