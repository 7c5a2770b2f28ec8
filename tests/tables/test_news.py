"""News between server processes: hints that may be lost, doubled or late."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from tables import news
from tables.hearts import events as ev
from tables.hearts.events import Logged
from tables.hearts.table import apply
from tables.news import News
from tables.store import Change, Folded


class Ears:
    """A hub and a lobby that note what they hear."""

    def __init__(self) -> None:
        self.listeners: list[Any] = []
        self.heard: asyncio.Queue[list[tuple[str, int]]] = asyncio.Queue()
        self.pokes = 0

    def hear_versions(self, versions: Iterable[tuple[str, int]]) -> None:
        self.heard.put_nowait(list(versions))

    def poke(self) -> None:
        self.pokes += 1

    async def next(self) -> list[tuple[str, int]]:
        return await asyncio.wait_for(self.heard.get(), 10)


class Layer:
    """A channel layer of the test's: messages go where it wants, and it breaks when told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.incoming: asyncio.Queue[dict[str, Any] | Exception] = asyncio.Queue()
        self.groups: list[tuple[str, str]] = []
        self.sending = asyncio.Event()
        self.sending.set()
        self.is_broken = False

    async def new_channel(self) -> str:
        return f"channel-{len(self.groups)}"

    async def group_add(self, group: str, channel: str) -> None:
        if self.is_broken:
            raise ConnectionError
        self.groups.append((group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        assert group == "tables"
        if self.is_broken:
            raise ConnectionError
        await self.sending.wait()
        self.sent.append(message)

    async def receive(self, _channel: str) -> dict[str, Any]:
        message = await self.incoming.get()
        if isinstance(message, Exception):
            raise message
        return message


def change(code: str, version: int) -> Change:
    table = apply(None, Logged(1, 1, 1, ev.TableOpened(4, 100, ranked=False, private=False)))
    return Change(version - 1, Folded(1, code, "", table._replace(version=version)), ())


async def until(is_so: Any) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.005)


def started(monkeypatch: pytest.MonkeyPatch) -> tuple[News, Ears, Layer]:
    layer, ears = Layer(), Ears()
    monkeypatch.setattr(news, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(news, "RETRY_S", 0.01)
    listener: Any = ears
    return News(listener, listener), ears, layer


@pytest.mark.pure
async def test_a_change_is_told_by_code_and_version_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    sender, ears, layer = started(monkeypatch)
    assert ears.listeners == [sender]
    sender.changed(change("KQ7FAB", 43))
    await until(lambda: layer.sent)
    await sender.stop()

    [message] = layer.sent
    assert message["versions"] == [("KQ7FAB", 43)]
    assert set(message) == {"type", "sender", "versions"}


@pytest.mark.pure
async def test_what_changes_while_a_message_is_on_its_way_goes_into_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sender, _, layer = started(monkeypatch)
    layer.sending.clear()
    sender.changed(change("AAAAAA", 1))
    await asyncio.sleep(0.01)
    for version in range(2, 30):
        sender.changed(change("AAAAAA", version))
        sender.changed(change("BBBBBB", version))
    layer.sending.set()
    await until(lambda: len(layer.sent) == 2)
    await sender.stop()

    assert [message["versions"] for message in layer.sent] == [
        [("AAAAAA", 1)],
        [("AAAAAA", 29), ("BBBBBB", 29)],
    ]


@pytest.mark.pure
async def test_a_failing_layer_fails_no_command_and_news_go_on_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sender, _, layer = started(monkeypatch)
    layer.is_broken = True
    sender.changed(change("AAAAAA", 1))
    await until(lambda: "news not sent: ConnectionError" in caplog.text)
    layer.is_broken = False
    sender.changed(change("AAAAAA", 2))
    await until(lambda: layer.sent)
    await sender.stop()
    assert [message["versions"] for message in layer.sent] == [[("AAAAAA", 2)]]


@pytest.mark.pure
async def test_news_of_others_are_heard_and_ones_own_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    receiver, ears, layer = started(monkeypatch)
    receiver.changed(change("AAAAAA", 1))
    await until(lambda: layer.sent)
    layer.incoming.put_nowait(layer.sent[0])
    layer.incoming.put_nowait({"sender": "another", "versions": [["KQ7FAB", 43]]})
    assert await ears.next() == [("KQ7FAB", 43)]
    assert ears.pokes == 1
    assert layer.groups == [("tables", "channel-0")]
    await receiver.stop()


@pytest.mark.pure
async def test_receiving_begins_again_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    receiver, ears, layer = started(monkeypatch)
    layer.incoming.put_nowait(ConnectionError())
    await until(lambda: len(layer.groups) == 2)
    layer.incoming.put_nowait({"sender": "another", "versions": [["KQ7FAB", 44]]})
    assert await ears.next() == [("KQ7FAB", 44)]
    await receiver.stop()
    assert caplog.text.count("no news of other processes: ConnectionError") == 1
    assert caplog.text.count("news of other processes come in again") == 1


@pytest.mark.pure
async def test_row_32_a_long_failure_takes_few_lines_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    both, _, layer = started(monkeypatch)
    layer.is_broken = True
    for version in range(1, 30):
        both.changed(change("KQ7FAB", version))
        await asyncio.sleep(0.01)
    layer.is_broken = False
    await until(lambda: "come in again" in caplog.text)
    both.changed(change("KQ7FAB", 30))
    await until(lambda: layer.sent)
    await both.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "no news of other processes: ConnectionError",
        "news not sent: ConnectionError",
        "news of other processes come in again",
    ]


@pytest.mark.services
async def test_news_cross_from_process_to_process_by_redis() -> None:
    first, second = Ears(), Ears()
    one: Any = first
    two: Any = second
    sender, receiver = News(one, one), News(two, two)
    await asyncio.sleep(0.3)
    sender.changed(change("KQ7FAB", 43))
    assert await second.next() == [("KQ7FAB", 43)]
    assert first.heard.empty()
    await sender.stop()
    await receiver.stop()
    await get_channel_layer().flush()
