"""What points are worth by the totals."""

import pytest

from tables.bots.stakes import Stakes
from tests.tables.bots.seats import ALICE, BOB, CAROL, DAVE

pytestmark = pytest.mark.pure

NONE = (0, 0, 0, 0)


def test_at_level_totals_an_own_point_weighs_as_much_as_one_for_each_rival() -> None:
    stakes = Stakes(ALICE, (20, 20, 20, 20), 100)
    assert stakes.gain(ALICE, 1) == pytest.approx(-1, abs=0.05)
    assert stakes.gain(BOB, 1) == pytest.approx(1 / 3, abs=0.05)


def test_points_are_worth_most_on_the_low_man() -> None:
    stakes = Stakes(ALICE, (40, 60, 10, 50), 100)
    assert stakes.gain(CAROL, 13) > 2 * stakes.gain(DAVE, 13) > 2 * stakes.gain(BOB, 13)


def test_ending_the_game_is_bad_for_who_is_behind_and_good_for_who_is_in_front() -> None:
    assert Stakes(ALICE, (60, 40, 70, 95), 100).gain(DAVE, 13) < 0
    assert Stakes(ALICE, (40, 60, 70, 95), 100).gain(DAVE, 13) > 0


def test_a_moon_counts_for_all_others_and_wipes_out_what_the_shooter_took() -> None:
    fresh = Stakes(ALICE, (20, 20, 20, 20), 200).moon(ALICE, NONE)
    after_ten = Stakes(ALICE, (30, 20, 20, 20), 200).moon(ALICE, (10, 0, 0, 0))
    assert 26 <= fresh < 30
    assert 8 < after_ten - fresh < 11
    assert Stakes(ALICE, (20, 20, 20, 20), 100).moon(BOB, NONE) < -5


def test_a_moon_that_ends_the_game_is_judged_by_who_wins_it() -> None:
    assert Stakes(ALICE, (95, 80, 64, 99), 100).moon(ALICE, NONE) < -26
    assert Stakes(ALICE, (60, 80, 64, 99), 100).moon(ALICE, NONE) > 26
    assert Stakes(ALICE, (20, 80, 64, 99), 100).moon(BOB, NONE) > 26


def test_any_totals_and_targets_give_finite_stakes() -> None:
    for target in (10, 100, 500):
        for totals in ((0, 0, 0), (499, 0, 0), (0, 499, 499), (130, 130, 7, 200, 520)):
            stakes = Stakes(ALICE, totals, target)
            for seat in range(len(totals)):
                assert abs(stakes.gain(seat, 26)) < 1000
                assert abs(stakes.moon(seat, (0,) * len(totals))) < 1000
