"""What browsers are sent: a table as its viewers may know it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from tables import codec, protocol
from tables.hearts import events as ev
from tables.hearts.cards import CARDS, parse_cards
from tables.hearts.deck import commitment
from tables.hearts.duties import Limits
from tables.hearts.events import Event, Logged
from tables.hearts.scoring import hand_score, shooter_of, winner
from tables.hearts.table import State, Table
from tables.ratings import UNKNOWN, Ratings
from tables.store import Folded
from tables.viewing import Name, encoded_updates
from tables.viewpoints import Viewpoint, viewpoint_of
from tests.tables.hearts.positions import (
    ALICE,
    BOB,
    CAROL,
    CAST,
    DAVE,
    ERIN,
    PASSES,
    SEED,
    Log,
    hand_in_play,
    opened,
    seated,
)
from tests.tables.hearts.random_play import random_card, random_subset

pytestmark = pytest.mark.pure

NOW = 1_790_000_000_000
LIMITS = Limits()
NAMES = {
    ALICE: Name("Alice", guest=False),
    BOB: Name("Bob", guest=False),
    CAROL: Name("guest-4711", guest=True),
    DAVE: Name("Dave", guest=False),
    ERIN: Name("Erin", guest=False),
}


def update(
    table: Table, seat: int | None = None, log: Sequence[Logged] = (), *, invite: str = ""
) -> dict[str, Any]:
    """The message that the viewer gets who holds this seat, or a visitor."""
    player = None if seat is None else table.seats[seat].player
    viewpoint = viewpoint_of(table, player, UNKNOWN, {})
    return message(table, replace(viewpoint, seat=seat), log, invite=invite)


def message(
    table: Table,
    viewer: Viewpoint,
    log: Sequence[Logged] = (),
    *,
    invite: str = "",
    ratings: Ratings = UNKNOWN,
) -> dict[str, Any]:
    """What is sent to a viewpoint, after a strict look at its form."""
    messages = encoded_updates(
        Folded(1, "KQ7FAB", invite, table),
        log,
        names=NAMES,
        now=NOW,
        limits=LIMITS,
        viewers=[viewer],
        ratings=ratings,
    )
    data: dict[str, Any] = msgspec.json.decode(messages[viewer])
    parsed = msgspec.convert(data, protocol.Update)
    assert msgspec.json.decode(msgspec.json.encode(parsed)) == data
    return data


def view(table: Table, seat: int | None = None, *, invite: str = "") -> dict[str, Any]:
    seen: dict[str, Any] = update(table, seat, invite=invite)["view"]
    return seen


def event(table: Table, happened: Event, seat: int | None = None) -> dict[str, Any]:
    """An event as the viewer gets it."""
    [seen] = update(table, seat, [Logged(42, NOW, NOW + 700, happened)])["events"]
    assert seen.pop("number") == 42
    assert seen.pop("show") == NOW + 700
    assert seen.pop("kind") == codec.KINDS[type(happened)]
    shown: dict[str, Any] = seen
    return shown


def started(*players: int, size: int = 4) -> Log:
    log = seated(players, size)
    log.then(*(ev.BotAdded(seat) for seat in range(len(players), size)))
    log.then(ev.GameStarted())
    return log


def dealt(*players: int, size: int = 4) -> Log:
    log = started(*players, size=size)
    log.then(ev.Dealt(1, SEED))
    return log


# The whole


def random_game(size: int, chance: Random) -> Iterator[Table]:
    """The table after each event of a game of random people and bots, from its opening on."""
    log = opened(size, target=30)
    yield log.then()
    for seat in range(size):
        is_person = seat == 0 or chance.random() < 0.5
        yield log.add(ev.SeatTaken(seat, CAST[seat], True) if is_person else ev.BotAdded(seat))
    yield log.add(ev.GameStarted())
    while (table := log.then()).winner is None:
        yield from random_steps(log, table, chance)


def random_steps(log: Log, table: Table, chance: Random) -> Iterator[Table]:
    """What may come next: mostly what the game wants, sometimes somebody who goes or comes."""
    seat = chance.randrange(table.size)
    person = table.seats[seat]
    if person.player is not None and chance.random() < 0.1:
        yield log.add(ev.PlayerAway(seat, 5) if person.is_connected else ev.PlayerBack(seat))
    if person.away_since is not None and chance.random() < 0.05:
        yield log.add(ev.BotStoodIn(seat))
    yield log.add(next_event(table, chance))


def next_event(table: Table, chance: Random) -> Event:
    hand = table.hand
    if hand is None:
        return ev.Dealt(1, chance.randbytes(32))
    if hand.is_passing:
        owing = [seat for seat in range(table.size) if not hand.passed[seat]]
        if not owing:
            return ev.CardsExchanged(hand.number)
        seat = chance.choice(owing)
        return ev.Passed(seat, random_subset(hand.cards[seat], 3, chance), by_bot=False)
    if len(hand.trick) == table.size:
        return ev.TrickTaken(hand.trick_taker(), 0)
    if hand.turn is not None:
        card = random_card(hand.legal_plays(hand.turn), chance)
        return ev.Played(hand.turn, card, by_bot=False)
    if len(table.scored) < hand.number:
        return ev.HandScored(hand_score(hand.taken), shooter_of(hand.taken))
    won_by = winner(table.totals, table.target)
    return (
        ev.Dealt(hand.number + 1, chance.randbytes(32)) if won_by is None else ev.GameEnded(won_by)
    )


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_state_of_a_game_has_the_form_of_the_protocol(size: int) -> None:
    chance = Random(size)
    states = set()
    for game in range(3):
        for table in random_game(size, chance):
            for seat in (None, *range(size)):
                seen = view(table, seat, invite="x" if game else "")
                assert len(seen["seats"]) == size
                assert seen["you"]["seat"] == seat
            states.add(table.state)
    assert states == {State.WAITING, State.RUNNING, State.OVER}


def test_all_viewers_are_served_at_once_and_alike() -> None:
    table = dealt(ALICE, BOB).then()
    viewers = [Viewpoint(), *(Viewpoint(seat) for seat in range(4))]
    together = encoded_updates(
        Folded(1, "KQ7FAB", "", table), (), names=NAMES, now=NOW, limits=LIMITS, viewers=viewers
    )
    assert {viewer: msgspec.json.decode(sent) for viewer, sent in together.items()} == {
        viewer: message(table, viewer) for viewer in viewers
    }


def test_an_update_has_the_version_and_the_servers_clock() -> None:
    log = dealt(ALICE)
    sent = update(log.then(), 0)
    assert sent["type"] == "update"
    assert sent["version"] == len(log.logged)
    assert sent["now"] == NOW
    assert sent["events"] == []


# Before the start


def test_a_waiting_table_shows_its_seats() -> None:
    table = seated([ALICE], size=4).then(ev.SeatTaken(2, CAROL, False), ev.BotAdded(3))
    seen = view(table)

    assert seen["table"] == {
        "code": "KQ7FAB",
        "ranked": False,
        "private": False,
        "size": 4,
        "target": 100,
        "state": "waiting",
        "paused": False,
        "opener": 0,
    }
    assert [seat["name"] for seat in seen["seats"]] == ["Alice", None, "guest-4711", "Bot Linden"]
    assert [seat["kind"] for seat in seen["seats"]] == ["player", "open", "player", "bot"]
    assert [seat["guest"] for seat in seen["seats"]] == [False, False, True, False]
    assert [seat["connected"] for seat in seen["seats"]] == [True, False, False, False]
    assert seen["seats"][2]["away_since"] == 3000
    assert (seen["hand"], seen["deadline"], seen["limit"]) == (None, None, None)
    assert (seen["scores"], seen["result"]) == ([], None)


def test_who_watches_a_waiting_table_may_sit_on_its_open_seats() -> None:
    you = view(seated([ALICE], size=4).then(ev.BotAdded(2)))["you"]
    assert you == {
        "seat": None,
        "ranked_seat": None,
        "cards": [],
        "legal": [],
        "must_pass": False,
        "passed": None,
        "received": None,
        "may_sit": [1, 3],
        "may_not_sit": [],
        "may_free": [],
        "may_add_bot": False,
        "may_start": False,
        "may_leave": False,
        "would_quit": False,
        "invite": None,
        "stake": None,
        "rating": None,
    }


def test_who_sits_at_a_waiting_table_may_do_what_the_rules_allow() -> None:
    log = seated([ALICE, BOB], size=3)
    host, other = view(log.then(), 0)["you"], view(log.then(), 1)["you"]
    assert (host["may_free"], other["may_free"]) == ([1], [])
    for you in (host, other):
        assert (you["may_sit"], you["may_add_bot"]) == ([], True)
        assert (you["may_start"], you["may_leave"]) == (False, True)
    full = view(log.then(ev.BotAdded(2)), 1)["you"]
    assert (full["may_start"], full["may_add_bot"]) == (True, False)


def test_the_invite_link_is_shown_to_those_who_sit_there_alone() -> None:
    table = seated([ALICE], size=4).then()
    assert view(table, 0, invite="s3cret")["you"]["invite"] == "/tables/KQ7FAB/join/s3cret/"
    assert view(table, None, invite="s3cret")["you"]["invite"] is None
    assert "s3cret" not in str(view(table, None, invite="s3cret"))
    assert view(table, 0)["you"]["invite"] is None


# While passing


def test_who_has_not_passed_must_pass() -> None:
    table = dealt(ALICE, BOB).then(ev.Passed(0, parse_cards(PASSES[0]), False))
    first, second = view(table, 0), view(table, 1)

    assert not first["you"]["must_pass"]
    assert first["you"]["passed"] == PASSES[0].split()
    assert second["you"]["must_pass"]
    assert second["you"]["passed"] is None
    assert [seat["passed"] for seat in second["seats"]] == [True, False, False, False]
    assert first["you"]["received"] is None
    assert len(first["you"]["cards"]) == 13
    assert set(PASSES[0].split()) <= set(first["you"]["cards"])


def test_a_hand_that_is_passed_shows_direction_and_commitment() -> None:
    hand = view(dealt(ALICE).then())["hand"]
    assert hand == {
        "number": 1,
        "direction": "left",
        "commitment": commitment(SEED),
        "phase": "passing",
        "trick": 1,
        "tricks_in_hand": 13,
        "hearts_broken": False,
        "cards": [],
        "tricks": [],
        "turn": None,
    }


def test_after_the_exchange_each_sees_what_it_got() -> None:
    log = dealt(ALICE, BOB)
    log.then(*(ev.Passed(n, parse_cards(cards), False) for n, cards in enumerate(PASSES)))
    table = log.then(ev.CardsExchanged(1))

    assert view(table, 1)["you"]["received"] == PASSES[0].split()
    assert view(table, 1)["you"]["passed"] == PASSES[1].split()
    assert view(table, None)["you"]["received"] is None


# In play


def test_a_trick_shows_its_cards_in_the_order_of_play() -> None:
    hand = hand_in_play("2D", "3D", "4D", "5D 6H", leader=2, trick="4D 5D")
    table = started(ALICE, BOB).then()._replace(hand=hand)
    seen = view(table, 0)

    assert seen["hand"]["phase"] == "playing"
    assert seen["hand"]["trick"] == 2
    assert seen["hand"]["cards"] == [{"seat": 2, "card": "4D"}, {"seat": 3, "card": "5D"}]
    assert seen["hand"]["turn"] == 0
    assert seen["hand"]["tricks"] == [
        {
            "taker": 0,
            "points": 0,
            "cards": [
                {"seat": 0, "card": "7S"},
                {"seat": 1, "card": "8S"},
                {"seat": 2, "card": "9S"},
                {"seat": 3, "card": "TS"},
            ],
        }
    ]
    assert [seat["cards_left"] for seat in seen["seats"]] == [1, 1, 0, 1]


def test_legal_cards_are_shown_to_whose_turn_it_is() -> None:
    hand = hand_in_play("2D JD 3C", "3D", "4D", "5D", leader=3, trick="5D")
    table = started(ALICE, BOB).then()._replace(hand=hand)

    assert view(table, 0)["you"]["legal"] == ["2D", "JD"]
    assert view(table, 0)["you"]["cards"] == ["3C", "2D", "JD"]
    assert view(table, 1)["you"]["legal"] == []
    assert view(table, None)["you"]["legal"] == []


def test_cards_are_sorted_by_suit_and_rank() -> None:
    hand = hand_in_play("QS 2D AH TC 3C 9D 2H", "3D", "4D", "5D")
    table = started(ALICE).then()._replace(hand=hand)
    assert view(table, 0)["you"]["cards"] == ["3C", "TC", "2D", "9D", "2H", "AH", "QS"]


def test_totals_and_the_low_man_are_shown() -> None:
    table = started(ALICE).then()._replace(totals=(40, 10, 25, 29))
    assert [seat["total"] for seat in view(table)["seats"]] == [40, 10, 25, 29]
    assert [seat["low_man"] for seat in view(table)["seats"]] == [False, True, False, False]
    shared = table._replace(totals=(10, 10, 25, 33))
    assert not any(seat["low_man"] for seat in view(shared)["seats"])


def test_the_limit_of_a_turn_is_shown_while_somebody_waits() -> None:
    hand = hand_in_play("2D", "3D", "4D", "5D")
    table = started(ALICE, BOB).then()._replace(hand=hand, turn_since=NOW)
    assert (view(table)["deadline"], view(table)["limit"]) == (NOW + 30_000, 30_000)
    alone = started(ALICE).then()._replace(hand=hand, turn_since=NOW)
    assert (view(alone)["deadline"], view(alone)["limit"]) == (None, None)


def test_the_limit_of_the_pass_is_shown_while_somebody_waits() -> None:
    table = dealt(ALICE, BOB).then()._replace(turn_since=NOW)
    assert (view(table)["deadline"], view(table)["limit"]) == (NOW + 60_000, 60_000)


def test_who_is_missing_is_shown_and_when_a_bot_will_stand_in() -> None:
    log = dealt(ALICE, BOB)
    table = log.then(ev.PlayerAway(1, NOW))
    seat = view(table)["seats"][1]
    assert (seat["connected"], seat["away_since"]) == (False, NOW)
    assert (seat["stand_in"], seat["stand_in_at"]) == (False, NOW + 30_000)

    seat = view(log.then(ev.BotStoodIn(1)))["seats"][1]
    assert (seat["name"], seat["kind"]) == ("Bob", "player")
    assert (seat["stand_in"], seat["stand_in_at"]) == (True, None)
    assert view(log.then())["you"]["may_sit"] == [1, 2, 3]


def test_a_game_without_anyone_is_paused() -> None:
    table = dealt(ALICE).then(ev.PlayerAway(0, NOW))
    assert view(table)["table"]["paused"]
    assert view(table)["seats"][0]["stand_in_at"] is None


# The end


def test_the_result_shows_winner_totals_and_seeds() -> None:
    last = hand_in_play("KD", "QD", "JD", earlier="AS KS QS")
    log = started(ALICE, BOB, size=3)
    table = log.then()._replace(hand=last._replace(gone=last.gone, turn=None))
    ended = table._replace(state=State.OVER, winner=1, totals=(101, 39, 64))

    seen = view(ended, 0)

    assert seen["result"] == {
        "winners": [1],
        "totals": [101, 39, 64],
        "again": None,
        "seeds": [],
        "rated": None,
    }
    assert seen["table"]["state"] == "over"
    assert seen["you"]["legal"] == []
    assert not seen["you"]["may_leave"]
    assert seen["you"]["may_sit"] == []
    assert view(ended._replace(again="ABCDEF"))["result"]["again"] == "ABCDEF"


def test_seeds_are_shown_once_the_game_is_over_and_not_before() -> None:
    chance = Random(7)
    for table in random_game(4, chance):
        text = str(view(table, 0))
        shown = [scored.seed.hex() in text for scored in table.scored]
        assert shown == [table.state is State.OVER] * len(table.scored)


def test_the_score_sheet_shows_each_hand() -> None:
    last = None
    for table in random_game(3, Random(5)):
        last = table
    assert last is not None
    scores = view(last)["scores"]
    assert [score["hand"] for score in scores] == list(range(1, len(scores) + 1))
    assert [score["direction"] for score in scores[:3]] == ["left", "right", "hold"][: len(scores)]
    for seat in range(3):
        assert sum(score["points"][seat] for score in scores) == last.totals[seat]


def test_a_closed_table_shows_no_cards() -> None:
    table = dealt(ALICE, BOB).then(ev.TableClosed(ev.Closed.DESERTED))
    for seat in (None, 0, 1):
        seen = view(table, seat)
        assert seen["table"]["state"] == "closed"
        assert (seen["hand"], seen["result"], seen["you"]["cards"]) == (None, None, [])


def test_a_player_who_is_gone_from_the_site_has_no_name() -> None:
    table = seated([ALICE, 999], size=3).then()
    assert view(table)["seats"][1]["name"] == "former player"


# Events


def test_events_of_seats_name_people_and_no_ids() -> None:
    table = seated([ALICE, BOB]).then()
    assert event(table, ev.SeatTaken(1, BOB, True)) == {"seat": 1, "name": "Bob"}
    freed = ev.SeatFreed(1, BOB, ev.Freed.REPLACED)
    assert event(table, freed) == {"seat": 1, "name": "Bob", "reason": "replaced"}
    assert event(table, ev.BotAdded(2)) == {"seat": 2}
    assert event(table, ev.PlayerAway(1, 5)) == {"seat": 1, "since": 5}
    assert event(table, ev.PlayerBack(1)) == {"seat": 1}
    assert event(table, ev.BotStoodIn(1)) == {"seat": 1}


def test_events_of_tables_are_told_as_they_are() -> None:
    table = seated([ALICE, BOB]).then()
    assert event(table, ev.TableOpened(4, 50, False, True)) == {
        "size": 4,
        "target": 50,
        "ranked": False,
        "private": True,
    }
    assert event(table, ev.GameStarted()) == {}
    assert event(table, ev.TableClosed(ev.Closed.LEFT)) == {"reason": "left"}
    assert event(table, ev.PlayAgainOpened("ABCDEF")) == {"code": "ABCDEF"}
    assert event(table, ev.GameEnded(2)) == {"winners": [2]}
    assert event(table, ev.HandScored((0, 26, 26, 26), 0)) == {
        "points": [0, 26, 26, 26],
        "shooter": 0,
    }


def test_a_deal_is_told_by_its_commitment() -> None:
    table = dealt(ALICE).then()
    assert event(table, ev.Dealt(1, SEED), 0) == {
        "hand": 1,
        "direction": "left",
        "commitment": commitment(SEED),
    }


def test_a_pass_is_told_without_its_cards() -> None:
    table = dealt(ALICE, BOB).then()
    passed = ev.Passed(1, parse_cards(PASSES[1]), False)
    for seat in (None, 0, 1):
        assert event(table, passed, seat) == {"seat": 1, "by_bot": False}


def test_the_exchange_tells_each_what_it_got() -> None:
    log = dealt(ALICE, BOB)
    log.then(*(ev.Passed(n, parse_cards(cards), False) for n, cards in enumerate(PASSES)))
    table = log.then(ev.CardsExchanged(1))

    assert event(table, ev.CardsExchanged(1), 1) == {"received": PASSES[0].split()}
    assert event(table, ev.CardsExchanged(1), 0) == {"received": PASSES[3].split()}
    assert event(table, ev.CardsExchanged(1), None) == {"received": None}


def test_plays_and_tricks_are_told_to_all() -> None:
    table = dealt(ALICE).then()
    played = ev.Played(2, CARDS["QS"], True)
    assert event(table, played) == {"seat": 2, "card": "QS", "by_bot": True}
    assert event(table, ev.TrickTaken(2, 13)) == {"seat": 2, "points": 13}
