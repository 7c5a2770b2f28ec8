"""Rules 23 and 24, with the worked examples of the rulebook and of the list of faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.elo import (
    Contender,
    Outcome,
    chances,
    classic_rating,
    display_elo,
    expected_score,
    outcomes,
    stakes,
)

pytestmark = pytest.mark.pure

FOUR = (1512.0, 1562.0, 1484.0, 1417.0)
FIVE = (1512.0, 1562.0, 1484.0, 1417.0, 1500.0)


def game(
    ratings: tuple[float, ...], totals: tuple[int, ...], *, quit_by: tuple[int, ...] = ()
) -> tuple[Outcome, ...]:
    return outcomes(
        [
            Contender(rating, total, seat not in quit_by)
            for seat, (rating, total) in enumerate(zip(ratings, totals, strict=True))
        ]
    )


def deltas(found: tuple[Outcome, ...]) -> tuple[float, ...]:
    return tuple(outcome.delta for outcome in found)


def thousandths(*points: float) -> object:
    return pytest.approx(points, abs=0.0005)


def hundredths(*points: float) -> object:
    """The list of faults gives two decimals, rounded from the example's three."""
    return pytest.approx(points, abs=0.0055)


def test_four_ratings_give_the_chances_of_the_example() -> None:
    assert chances(FOUR) == pytest.approx((0.2657, 0.3543, 0.2262, 0.1538), abs=0.00005)


def test_the_winner_of_the_example_gains_what_the_others_lose() -> None:
    found = game(FOUR, (20, 60, 101, 79))

    assert deltas(found) == thousandths(18.357, -8.858, -5.654, -3.845)
    after = [rating + delta for rating, delta in zip(FOUR, deltas(found), strict=True)]
    assert after == pytest.approx([1530.357, 1553.142, 1478.346, 1413.155], abs=0.0005)
    assert [display_elo(elo) for elo in after] == [1530, 1553, 1478, 1413]


@pytest.mark.parametrize(("winner", "gain"), [(0, 18.36), (1, 16.14), (2, 19.35), (3, 21.16)])
def test_each_seat_of_the_example_wins_in_turn(winner: int, gain: float) -> None:
    totals = tuple(30 if seat == winner else 100 for seat in range(4))
    expected = [-6.64, -8.86, -5.65, -3.85]
    expected[winner] = gain

    assert deltas(game(FOUR, totals)) == hundredths(*expected)


@pytest.mark.parametrize(
    ("seats", "gain", "loss"), [(3, 16.667, -8.333), (4, 18.75, -6.25), (5, 20.0, -5.0)]
)
def test_equal_ratings_share_the_stake_at_every_table_size(
    seats: int, gain: float, loss: float
) -> None:
    found = game((1500.0,) * seats, (26, *[100] * (seats - 1)))

    assert deltas(found) == thousandths(gain, *[loss] * (seats - 1))


def test_three_ratings_give_the_figures_of_the_example() -> None:
    assert chances(FOUR[:3]) == pytest.approx((0.3140, 0.4187, 0.2673), abs=0.00005)
    assert deltas(game(FOUR[:3], (10, 101, 45))) == thousandths(17.150, -10.468, -6.682)


def test_five_ratings_give_the_figures_of_the_example() -> None:
    found = game(FIVE, (10, 101, 45, 60, 70))

    assert deltas(found) == thousandths(19.677, -7.098, -4.531, -3.081, -4.968)


def test_two_who_tie_behind_a_quitter_share_the_gain() -> None:
    found = game(FOUR, (40, 40, 101, 12), quit_by=(3,))

    assert deltas(found) == thousandths(4.749, 4.749, -5.654, -3.845)
    assert [outcome.fine for outcome in found] == thousandths(0, 0, 0, 14.17)
    assert [outcome.place for outcome in found] == [1, 1, 3, None]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((40, 40, 101, 79), (4.75, 4.75, -5.65, -3.85)),
        ((40, 40, 40, 101), (1.28, 1.28, 1.28, -3.85)),
        ((40, 40, 40, 40), (0, 0, 0, 0)),
    ],
)
def test_winners_who_tie_share_what_the_others_lose(
    totals: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    assert deltas(game(FOUR, totals)) == hundredths(*expected)


def test_all_quit_and_nobody_gains() -> None:
    found = game(FOUR, (40, 20, 101, 79), quit_by=(0, 1, 2, 3))

    assert deltas(found) == thousandths(-6.643, -8.858, -5.654, -3.845)
    assert [outcome.fine for outcome in found] == thousandths(15.12, 15.62, 14.84, 14.17)
    assert [outcome.place for outcome in found] == [None] * 4


def test_a_quitter_at_1500_pays_the_stake_and_1_percent_and_a_loser_the_stake_alone() -> None:
    found = game((1500.0,) * 4, (60, 20, 101, 79), quit_by=(0,))

    assert [1500 + outcome.delta - outcome.fine for outcome in found] == [
        1478.75,
        1518.75,
        1493.75,
        1493.75,
    ]


def test_the_lowest_finisher_wins_though_a_quitters_seat_ends_lower() -> None:
    found = game((1500.0,) * 4, (12, 40, 101, 79), quit_by=(0,))

    assert [outcome.place for outcome in found] == [None, 1, 3, 2]
    assert deltas(found) == (-6.25, 18.75, -6.25, -6.25)


def test_the_last_one_who_stays_wins_whatever_the_total() -> None:
    found = game((1500.0,) * 4, (12, 40, 79, 101), quit_by=(0, 1, 2))

    assert deltas(found) == (-6.25, -6.25, -6.25, 18.75)


def test_stakes_say_before_the_game_what_it_can_bring() -> None:
    first = stakes(FOUR)[0]

    assert (first.win, first.loss, first.fine) == thousandths(18.357, 6.643, 15.12)


@pytest.mark.parametrize(
    ("elo", "shown"),
    [
        (1500.0, 1500),
        (1500.4999999, 1500),
        (1500.5, 1501),
        (1499.5, 1500),
        (0.49999999999999994, 0),
        (0.0, 0),
    ],
)
def test_a_rating_is_shown_in_whole_points_half_up(elo: float, shown: int) -> None:
    assert display_elo(elo) == shown


def test_the_classic_example_for_two_players() -> None:
    opponents = (1609.0, 1477.0, 1388.0, 1586.0, 1720.0)
    expected = [expected_score(1613, opponent) for opponent in opponents]

    assert expected == pytest.approx([0.506, 0.686, 0.785, 0.539, 0.351], abs=0.0005)
    assert sum(expected) == pytest.approx(2.867, abs=0.0005)
    games = list(zip(opponents, (0, 0.5, 1, 1, 0), strict=True))
    assert display_elo(classic_rating(1613, games, k=32)) == 1601


RATINGS = st.floats(min_value=0, max_value=4000)
GAMES = st.lists(
    st.builds(Contender, RATINGS, st.integers(min_value=0, max_value=130), st.booleans()),
    min_size=3,
    max_size=5,
)


@given(GAMES)
def test_before_fines_a_game_sums_to_0_or_to_minus_25_if_all_quit(table: list[Contender]) -> None:
    expected = 0 if any(contender.finished for contender in table) else -25

    assert sum(outcome.delta for outcome in outcomes(table)) == pytest.approx(expected, abs=1e-6)


@given(GAMES)
def test_chances_sum_to_1_and_follow_the_ratings(table: list[Contender]) -> None:
    found = chances([contender.rating for contender in table])

    assert sum(found) == pytest.approx(1, abs=1e-9)
    ranks = sorted(zip((contender.rating for contender in table), found, strict=True))
    assert [chance for _, chance in ranks] == sorted(found)


@given(GAMES, st.integers(min_value=0, max_value=4))
def test_quitting_always_costs_more_than_staying(table: list[Contender], seat: int) -> None:
    seat %= len(table)
    me = table[seat]
    table[seat] = Contender(me.rating + 0.01, me.total, finished=True)
    stays = outcomes(table)[seat]
    table[seat] = Contender(me.rating + 0.01, me.total, finished=False)
    quits = outcomes(table)[seat]

    assert quits.delta - quits.fine < stays.delta - stays.fine


@given(GAMES)
def test_places_below_the_first_make_no_difference(table: list[Contender]) -> None:
    for outcome in outcomes(table):
        if outcome.place != 1:
            assert outcome.delta == -25 * outcome.chance
