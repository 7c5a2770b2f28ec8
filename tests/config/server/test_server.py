import http.client
import signal
import subprocess
import sys

import pytest

from tests.config.server.conftest import ROOT, StartToy, Toy
from tests.wire import Closed, Wire

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_closes_sockets_with_1012_and_ends_soon(
    start_toy: StartToy, number: signal.Signals
) -> None:
    toy = start_toy()
    with Wire(toy.port, "/echo") as wire, Wire(toy.port, "/busy"):
        toy.process.send_signal(number)
        assert wire.end() == Closed(1012, "restart")

        assert toy.stop(number) < 4

    assert toy.process.returncode == 0


def test_a_second_signal_changes_nothing(start_toy: StartToy) -> None:
    toy = start_toy()
    with Wire(toy.port, "/echo"):
        toy.process.send_signal(signal.SIGINT)
        toy.stop(signal.SIGINT)

    assert toy.process.returncode == 0
    assert "ReactorNotRunning" not in toy.kill()


def test_start_hooks_run_before_listening_and_stop_hooks_before_the_sockets_close(
    start_toy: StartToy,
) -> None:
    toy = start_toy()
    with Wire(toy.port, "/echo") as wire:
        toy.process.send_signal(signal.SIGTERM)
        toy.wait_for("stopping")
        wire.end()
        toy.wait_for("gone 1012")

    assert [line.split()[0] for line in toy.said] == ["started", "listening", "stopping", "gone"]


def test_a_stop_hook_that_fails_is_logged_and_stops_nothing(start_toy: StartToy) -> None:
    toy = start_toy()
    toy.stop()

    assert toy.process.returncode == 0
    assert "the hook failed" in toy.kill()


def test_a_start_hook_that_fails_ends_the_server() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.config.toy", '{"fail": true}'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )

    assert ended.returncode == 1
    assert "listening" not in ended.stdout
    assert "RuntimeError: the hook failed" in ended.stderr


def test_no_browser_can_choose_the_root_path(toy: Toy) -> None:
    assert toy.get("/", {"Daphne-Root-Path": "/evil"}) == ""


def test_an_exception_in_mid_answer_ends_that_answer_alone(start_toy: StartToy) -> None:
    toy = start_toy()
    with pytest.raises((ConnectionError, http.client.IncompleteRead)):
        toy.get("/torn")

    assert toy.get("/") == ""
    toy.stop()
    assert toy.process.returncode == 0
    assert "ValueError" not in toy.kill()
