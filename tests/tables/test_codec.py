"""Events as stored text."""

from typing import get_args

import msgspec
import pytest

from tables import codec
from tables.hearts import events as ev
from tables.hearts.cards import CARDS, parse_cards
from tables.hearts.events import Event

pytestmark = pytest.mark.pure

SEED = bytes(range(32))
STORED: list[tuple[Event, str, str]] = [
    (
        ev.TableOpened(size=4, target=100, ranked=False, private=True),
        "table_opened",
        '{"size":4,"target":100,"ranked":false,"private":true}',
    ),
    (
        ev.SeatTaken(seat=2, player=17, connected=False),
        "seat_taken",
        '{"seat":2,"player":17,"connected":false}',
    ),
    (
        ev.SeatFreed(seat=2, player=17, reason=ev.Freed.REPLACED),
        "seat_freed",
        '{"seat":2,"player":17,"reason":"replaced"}',
    ),
    (ev.BotAdded(seat=1), "bot_added", '{"seat":1}'),
    (ev.BotRemoved(seat=1), "bot_removed", '{"seat":1}'),
    (ev.GameStarted(), "game_started", "{}"),
    (
        ev.PlayerAway(seat=3, since=1_790_000_000_000),
        "player_away",
        '{"seat":3,"since":1790000000000}',
    ),
    (ev.PlayerBack(seat=3), "player_back", '{"seat":3}'),
    (ev.BotStoodIn(seat=3), "bot_stood_in", '{"seat":3}'),
    (
        ev.PlayerQuit(seat=3, player=17, reason=ev.Quit.AWAY),
        "player_quit",
        '{"seat":3,"player":17,"reason":"away"}',
    ),
    (ev.ReserveSpent(seat=3, ms=1500), "reserve_spent", '{"seat":3,"ms":1500}'),
    (ev.LimitsRestarted(), "limits_restarted", "{}"),
    (ev.TableClosed(reason=ev.Closed.DESERTED), "table_closed", '{"reason":"deserted"}'),
    (ev.PlayAgainOpened(code="KQ7FAB"), "play_again_opened", '{"code":"KQ7FAB"}'),
    (ev.Dealt(hand=3, seed=SEED), "dealt", f'{{"hand":3,"seed":"{SEED.hex()}"}}'),
    (
        ev.Passed(seat=0, cards=parse_cards("QS AH 3C"), by_bot=False),
        "passed",
        '{"seat":0,"cards":["3C","AH","QS"],"by_bot":false}',
    ),
    (ev.CardsExchanged(hand=3), "cards_exchanged", '{"hand":3}'),
    (
        ev.Played(seat=1, card=CARDS["QS"], by_bot=True),
        "played",
        '{"seat":1,"card":"QS","by_bot":true}',
    ),
    (ev.TrickTaken(seat=1, points=13), "trick_taken", '{"seat":1,"points":13}'),
    (
        ev.HandScored(points=(0, 26, 26, 26), shooter=0),
        "hand_scored",
        '{"points":[0,26,26,26],"shooter":0}',
    ),
    (ev.GameEnded(winner=2), "game_ended", '{"winner":2}'),
]


@pytest.mark.parametrize(("event", "kind", "data"), STORED)
def test_an_event_is_stored_as_a_kind_and_its_fields(event: Event, kind: str, data: str) -> None:
    assert codec.encode(event) == (kind, data)


@pytest.mark.parametrize(("event", "kind", "data"), STORED)
def test_a_stored_event_is_read_as_it_was(event: Event, kind: str, data: str) -> None:
    assert codec.decode(kind, data) == event


def test_every_kind_of_event_is_stored() -> None:
    assert {type(event) for event, _, _ in STORED} == set(get_args(Event))
    assert len({kind for _, kind, _ in STORED}) == len(STORED)


def test_a_hand_without_a_shooter_is_read_as_it_was() -> None:
    event = ev.HandScored(points=(3, 4, 17, 2), shooter=None)
    assert codec.decode(*codec.encode(event)) == event


@pytest.mark.parametrize(("event", "kind", "data"), STORED)
def test_fields_of_a_later_version_are_left_out(event: Event, kind: str, data: str) -> None:
    newer = {**msgspec.json.decode(data), "colour": "blue"}
    assert codec.decode(kind, msgspec.json.encode(newer).decode()) == event


def test_a_kind_has_room_in_its_column() -> None:
    assert max(len(kind) for _, kind, _ in STORED) <= 24


@pytest.mark.parametrize(
    ("kind", "data"),
    [("played", '{"seat":1,"card":"1S","by_bot":true}'), ("juggled", "{}")],
)
def test_what_is_no_event_is_a_bug(kind: str, data: str) -> None:
    with pytest.raises(KeyError):
        codec.decode(kind, data)
