"""Rules 8 to 10, with the worked examples of the rulebook; rows 7 to 9 of the faults."""

import pytest

from tables.hearts.scoring import hand_score, low_man, shooter_of, winner

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ((3, 4, 4 + 13, 2), (3, 4, 17, 2)),
        ((3 + 13, 4, 4, 2), (16, 4, 4, 2)),
        ((13, 13, 0, 0), (13, 13, 0, 0)),
        ((25, 1, 0), (25, 1, 0)),
        ((5, 5, 5, 5, 6), (5, 5, 5, 5, 6)),
    ],
)
def test_a_seat_scores_the_points_that_it_took(
    taken: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert shooter_of(taken) is None
    assert hand_score(taken) == points


@pytest.mark.parametrize(
    ("taken", "shooter", "points"),
    [
        ((26, 0, 0), 0, (0, 26, 26)),
        ((26, 0, 0, 0), 0, (0, 26, 26, 26)),
        ((0, 0, 26, 0), 2, (26, 26, 0, 26)),
        ((26, 0, 0, 0, 0), 0, (0, 26, 26, 26, 26)),
        ((0, 0, 0, 0, 26), 4, (26, 26, 26, 26, 0)),
    ],
)
def test_who_takes_all_26_scores_nothing_and_every_other_seat_26(
    taken: tuple[int, ...], shooter: int, points: tuple[int, ...]
) -> None:
    assert shooter_of(taken) == shooter
    assert hand_score(taken) == points


# Row 7: here and above
def test_thirteen_hearts_without_the_queen_are_no_moon() -> None:
    assert shooter_of((13, 13, 0, 0)) is None
    assert hand_score((13, 13, 0, 0)) == (13, 13, 0, 0)


@pytest.mark.parametrize(
    ("totals", "seat"),
    [
        ((101, 40, 40, 79), None),
        ((101, 39, 40, 80), 1),
        ((99, 20, 30, 59), None),
        ((100, 20, 30, 58), 1),
        ((95, 106, 90, 125), 2),
        ((100, 20, 40, 48), 1),  # row 9
        ((99, 21, 40, 48), None),
        ((30, 30, 73, 101), None),
        ((26, 26, 26, 130), None),
        ((100, 99, 100), 1),
        ((104, 104, 104, 104), None),
        ((110, 105, 120, 103, 108), 3),
        ((0, 0, 0), None),
    ],
)
def test_the_game_is_won_when_a_total_is_at_100_and_one_player_alone_is_lowest(
    totals: tuple[int, ...], seat: int | None
) -> None:
    assert winner(totals, 100) == seat


# Row 8
def test_a_moon_can_end_the_game_for_somebody_else_than_the_shooter() -> None:
    points = hand_score((26, 0, 0, 0))
    totals = tuple(a + b for a, b in zip((95, 80, 64, 99), points, strict=True))
    assert totals == (95, 106, 90, 125)
    assert winner(totals, 100) == 2


@pytest.mark.parametrize(("target", "seat"), [(10, 2), (26, 2), (27, None), (500, None)])
def test_the_target_is_what_the_table_says(target: int, seat: int | None) -> None:
    assert winner((26, 14, 12), target) == seat


@pytest.mark.parametrize(
    ("totals", "seat"),
    [((40, 10, 25, 29), 1), ((10, 10, 25, 33), None), ((0, 0, 0, 0, 0), None), ((3, 2, 1), 2)],
)
def test_the_low_man_is_alone_on_the_lowest_total(
    totals: tuple[int, ...], seat: int | None
) -> None:
    assert low_man(totals) == seat
