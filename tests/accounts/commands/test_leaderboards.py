from collections.abc import Iterator
from typing import Any

import pytest

from accounts.commands import turn_leaderboards_off, turn_leaderboards_on
from accounts.errors import AccountError
from accounts.models import Player, RankedBan
from accounts.signals import leaderboards_turned_off, ranked_ban_begun

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000


class Refusal(AccountError):
    code = "not_settled"
    message = "A ranked game of yours is not settled."


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What the others hear, in order."""
    heard: list[str] = []

    def off(player: Player, now: int, **_: Any) -> None:
        heard.append(f"{player} off at {now}")

    def banned(player: Player, **_: Any) -> None:
        heard.append(f"{player} banned")

    leaderboards_turned_off.connect(off)
    ranked_ban_begun.connect(banned)
    yield heard
    leaderboards_turned_off.disconnect(off)
    ranked_ban_begun.disconnect(banned)


@pytest.fixture
def refused() -> Iterator[None]:
    def refuse(**_: Any) -> None:
        raise Refusal

    leaderboards_turned_off.connect(refuse)
    yield
    leaderboards_turned_off.disconnect(refuse)


def test_turning_hearts_off_begins_a_ban_of_604800_seconds(alice: Player, told: list[str]) -> None:
    turn_leaderboards_off(alice, NOW)

    alice.refresh_from_db()
    begun = RankedBan.objects.get(player=alice)
    assert not alice.leaderboards_on
    assert begun.reason == RankedBan.Reason.TURNED_OFF
    assert begun.end_ms - begun.start_ms == 604_800_000
    assert told == [f"Alice off at {NOW}", "Alice banned"]


def test_turning_hearts_off_twice_is_once(alice: Player, told: list[str]) -> None:
    turn_leaderboards_off(alice, NOW)
    turn_leaderboards_off(alice, NOW + 1)

    assert RankedBan.objects.count() == 1
    assert len(told) == 2


def test_turning_hearts_on_again_lifts_nothing(alice: Player) -> None:
    turn_leaderboards_off(alice, NOW)

    turn_leaderboards_on(alice)

    alice.refresh_from_db()
    assert alice.leaderboards_on
    assert RankedBan.objects.in_force(NOW).filter(player=alice).exists()


def test_off_again_later_is_a_new_week_and_told_again(alice: Player, told: list[str]) -> None:
    turn_leaderboards_off(alice, NOW)
    turn_leaderboards_on(alice)

    turn_leaderboards_off(alice, NOW + 1000)

    ends = RankedBan.objects.values_list("end_ms", flat=True).order_by("end_ms")
    assert list(ends) == [NOW + 604_800_000, NOW + 604_801_000]
    assert len(told) == 4


@pytest.mark.usefixtures("refused")
def test_who_refuses_undoes_it_all(alice: Player, transactional_db: None) -> None:
    with pytest.raises(Refusal, match="not settled"):
        turn_leaderboards_off(alice, NOW)

    alice.refresh_from_db()
    assert alice.leaderboards_on
    assert not RankedBan.objects.exists()
