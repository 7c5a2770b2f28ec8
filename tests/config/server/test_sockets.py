import time

import pytest

from tests.config.server.conftest import StartToy, Toy
from tests.wire import CLOSE, PING, PONG, Closed, Wire, frame

pytestmark = pytest.mark.pure

LIMIT = 4096


def is_alive(toy: Toy) -> bool:
    with Wire(toy.port, "/echo") as other:
        other.send("hello")
        return other.receive() == "hello"


# Messages


@pytest.mark.parametrize("path", ["/echo", "/direct"])
@pytest.mark.parametrize("text", ["a", "é" * 60, "x" * 126, "ü" * (LIMIT // 2)])
def test_a_message_of_any_length_up_to_the_limit_arrives(toy: Toy, path: str, text: str) -> None:
    with Wire(toy.port, path) as wire:
        wire.send(text)

        assert wire.receive() == text


def test_a_message_longer_than_the_limit_for_incoming_ones_can_be_sent(toy: Toy) -> None:
    with Wire(toy.port, "/hose") as wire:
        assert wire.receive() == "x" * 10_000


def test_several_messages_in_one_packet_arrive_in_order(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(b"".join(frame(str(n).encode()) for n in range(20)))

        assert [wire.receive() for _ in range(20)] == [str(n) for n in range(20)]


def test_a_message_cut_into_packets_and_fragments_arrives_whole(toy: Toy) -> None:
    data = frame(b"one ", final=False) + frame(b"mes", opcode=0, final=False)
    data += frame(b"between", opcode=PING) + frame(b"sage", opcode=0)
    with Wire(toy.port, "/echo") as wire:
        for byte in data:
            wire.send_raw(bytes([byte]))
            time.sleep(0.001)

        assert wire.receive_frame() == (PONG, b"between")
        assert wire.receive() == "one message"


def test_masks_are_taken_off(toy: Toy) -> None:
    masked = bytes(
        byte ^ mask for byte, mask in zip(b"hello", b"\x01\x80\xff\x00\x01", strict=True)
    )
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(b"\x81\x85\x01\x80\xff\x00" + masked)

        assert wire.receive() == "hello"


# Close codes


@pytest.mark.parametrize("code", [1000, 1001, 1008, 1011, 1012, 4001, 4403])
def test_close_code_and_reason_reach_the_browser(toy: Toy, code: int) -> None:
    with Wire(toy.port, f"/close?code={code}&reason=because") as wire:
        assert wire.end() == Closed(code, "because")


def test_a_long_reason_is_cut_at_a_whole_letter(toy: Toy) -> None:
    with Wire(toy.port, f"/close?code=4000&reason={'%C3%A9' * 100}") as wire:
        assert wire.end() == Closed(4000, "é" * 61)


def test_a_socket_that_is_not_accepted_is_answered_403(toy: Toy) -> None:
    with Wire(toy.port, "/refuse") as wire:
        assert wire.status == 403


def test_a_consumer_that_raises_closes_with_1011(start_toy: StartToy) -> None:
    toy = start_toy()
    with Wire(toy.port, "/echo") as wire:
        wire.send("raise")

        assert wire.end() == Closed(1011, "server error")
    assert toy.kill().count("RuntimeError: asked for") == 1


def test_a_consumer_that_ends_without_closing_leaves_no_open_socket(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send("return")

        assert wire.end() == Closed(1011, "server error")


def test_the_consumer_is_told_how_the_browser_closed(start_toy: StartToy) -> None:
    toy = start_toy()
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(frame((4321).to_bytes(2, "big"), opcode=CLOSE))

        assert toy.wait_for("gone") == "gone 4321\n"


# Limits


def test_a_message_over_4096_bytes_closes_that_socket_with_1009(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send("x" * (LIMIT + 1))

        assert wire.end() == Closed(1009, "message too big")
    assert is_alive(toy)


# Row 35 of the faults: a huge frame, and floods below
def test_a_frame_of_5_mb_closes_with_1009_before_it_is_read(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(frame(b"x" * 5_000_000)[:100])

        assert wire.end() == Closed(1009, "message too big")


def test_fragments_that_grow_over_the_limit_close_with_1009(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(frame(b"x" * LIMIT, final=False) + frame(b"x", opcode=0))

        assert wire.end() == Closed(1009, "message too big")


@pytest.mark.parametrize("text", [b"\xff", b"\xed\xa0\x80", b"\xc3"])
@pytest.mark.parametrize("parts", [1, 2])
def test_text_that_is_not_utf_8_closes_with_1007(toy: Toy, text: bytes, parts: int) -> None:
    last = [frame(b"", opcode=0)] if parts == 2 else []
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(b"".join([frame(text, final=parts == 1), *last]))

        assert wire.end() == Closed(1007, "text is not UTF-8")


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(b"\x81\x01a", id="no mask"),
        pytest.param(b"\x81\xfe\x00\x01\0\0\0\0a", id="a length longer than needed"),
        pytest.param(b"\xc1\x81\0\0\0\0a", id="compressed"),
        pytest.param(frame(b"a", opcode=3), id="unknown opcode"),
        pytest.param(frame(b"a", opcode=0), id="a fragment of nothing"),
        pytest.param(frame(b"a", opcode=PING, final=False), id="a ping in fragments"),
        pytest.param(frame(b"\x03", opcode=CLOSE), id="half a close code"),
    ],
)
def test_a_broken_frame_closes_with_1002(toy: Toy, broken: bytes) -> None:
    with Wire(toy.port, "/echo") as wire:
        wire.send_raw(broken)

        assert wire.end().code == 1002


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(frame(b"flood"), id="messages"),
        pytest.param(frame(b"", opcode=PING), id="pings"),
        pytest.param(frame(b"", opcode=PONG), id="pongs"),
    ],
)
def test_a_flood_closes_that_socket_with_1008_and_the_others_go_on(toy: Toy, piece: bytes) -> None:
    with Wire(toy.port, "/silence") as wire:
        wire.send_raw(piece * 20_000)

        assert flood_end(wire) == Closed(1008, "too many messages")
    assert is_alive(toy)


def flood_end(wire: Wire) -> Closed:
    """Like `end`, without an answer."""
    while (got := wire.receive_frame())[0] != CLOSE:
        pass
    return Closed(int.from_bytes(got[1][:2], "big"), got[1][2:].decode())


def test_a_flood_of_empty_fragments_closes_with_1008(toy: Toy) -> None:
    with Wire(toy.port, "/silence") as wire:
        wire.send_raw(frame(b"", final=False) + frame(b"", opcode=0, final=False) * 1000)

        assert flood_end(wire) == Closed(1008, "too many messages")


def test_a_flood_of_single_packets_closes_with_1008(toy: Toy) -> None:
    with Wire(toy.port, "/silence") as wire:
        for _ in range(70):
            wire.send("one")
            time.sleep(0.001)

        assert flood_end(wire) == Closed(1008, "too many messages")


def test_who_floods_on_is_cut_off(toy: Toy) -> None:
    begun = time.monotonic()
    with Wire(toy.port, "/silence") as wire, pytest.raises(ConnectionError):
        while time.monotonic() - begun < 5:
            wire.send_raw(frame(b"flood") * 1000)


def test_messages_that_the_consumer_does_not_take_are_bounded(start_toy: StartToy) -> None:
    toy = start_toy(unread_messages=5)
    with Wire(toy.port, "/busy") as wire:
        for _ in range(6):
            wire.send("hello")

        assert wire.end() == Closed(1008, "too many messages")


def test_who_never_reads_is_dropped_and_costs_little(start_toy: StartToy) -> None:
    toy = start_toy()
    before = int(toy.get("/memory"))
    with Wire(toy.port, "/hose"):
        most = int(toy.wait_for("hose").split()[1])

    assert 0 < most < 300_000
    assert int(toy.get("/memory")) - before < 20_000
    assert is_alive(toy)


def test_who_closes_without_reading_is_not_waited_for(start_toy: StartToy) -> None:
    toy = start_toy()
    with Wire(toy.port, "/brim") as wire:
        toy.wait_for("brim")
        wire.send_raw(frame(b"\x03\xe8", opcode=CLOSE))

        toy.wait_for("gone")


# Signs of life


def test_a_silent_browser_is_pinged_and_stays_while_it_answers(start_toy: StartToy) -> None:
    toy = start_toy(ping_after=0.5, ping_timeout=1)
    with Wire(toy.port, "/silence") as wire:
        for _ in range(3):
            assert wire.receive_frame() == (PING, b"")
            wire.send_raw(frame(b"", opcode=PONG))


def test_a_dead_browser_is_given_up_and_its_last_sign_is_known(start_toy: StartToy) -> None:
    toy = start_toy(ping_after=0.5, ping_timeout=1)
    with Wire(toy.port, "/silence") as wire:
        time.sleep(0.2)
        wire.send("alive")
        begun = time.monotonic()

        silent = float(toy.wait_for("silent").split()[1])

    assert silent == pytest.approx(time.monotonic() - begun, abs=0.3)
    assert 1.5 <= silent <= 4


@pytest.mark.parametrize("seconds", [90_000, -90_000])
def test_a_jump_of_the_wall_clock_closes_nothing(start_toy: StartToy, seconds: int) -> None:
    toy = start_toy(ping_after=0.5, ping_timeout=1)
    with Wire(toy.port, "/echo") as wire, Wire(toy.port, "/silence"):
        toy.get(f"/?jump={seconds}")

        for _ in range(2):
            assert wire.receive_frame() == (PING, b"")
            wire.send_raw(frame(b"", opcode=PONG))
        # The other one, which is dead, is given up in time.
        toy.wait_for("silent")


def test_a_jump_of_the_wall_clock_delays_no_close(start_toy: StartToy) -> None:
    toy = start_toy()
    with Wire(toy.port, "/close?code=4000&reason=", timeout=4) as wire:
        toy.get("/?jump=-90000")
        assert wire.receive_frame()[0] == CLOSE

        # Without an answer the line is cut after a second.
        with pytest.raises(Closed):
            wire.receive_frame()


# The handshake


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-WebSocket-Protocol": "\xe9"},
        {"Sec-WebSocket-Protocol": "a, a"},
        {"Sec-WebSocket-Key": "short"},
        {"Sec-WebSocket-Version": "\xe9"},
        {"Sec-WebSocket-Extensions": "\xe9; \xe9=\xe9"},
        {"Host": "a:b"},
        {"Origin": "http://[::1"},
        {"Origin": "\xe9"},
        {"X-\xe9": "a"},
        {"X": "\x1c"},
    ],
)
def test_a_bad_handshake_is_answered_400_at_most(toy: Toy, headers: dict[str, str]) -> None:
    with Wire(toy.port, "/echo", headers) as wire:
        assert wire.status in {101, 400}
        assert "\xe9" not in wire.head
        assert "codec" not in wire.head


def test_a_subprotocol_beyond_ascii_is_answered_400(toy: Toy) -> None:
    with Wire(toy.port, "/echo", {"Sec-WebSocket-Protocol": "\xe9"}) as wire:
        assert wire.head == "HTTP/1.1 400 Bad Request"


def test_the_server_does_not_announce_itself(toy: Toy) -> None:
    with Wire(toy.port, "/echo") as socket, Wire(toy.port, "/refuse") as refused:
        for head in (socket.head, refused.head):
            assert "server:" not in head.lower()
            assert "autobahn" not in head.lower()
