"""Rule 2, as far as it says who passes to whom."""

import pytest

from tables.hearts.passing import Direction, giver, pass_direction, receiver

pytestmark = pytest.mark.pure

CYCLES = {
    3: ["left", "right", "hold"],
    4: ["left", "right", "across", "hold"],
    5: ["left", "right", "two_left", "two_right", "hold"],
}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_direction_goes_by_the_number_of_the_hand_and_repeats(players: int) -> None:
    hands = range(1, 3 * len(CYCLES[players]) + 1)
    assert [pass_direction(players, hand).value for hand in hands] == 3 * CYCLES[players]


@pytest.mark.parametrize(
    ("players", "direction", "receivers"),
    [
        (3, Direction.LEFT, [1, 2, 0]),
        (3, Direction.RIGHT, [2, 0, 1]),
        (3, Direction.HOLD, [0, 1, 2]),
        (4, Direction.LEFT, [1, 2, 3, 0]),
        (4, Direction.RIGHT, [3, 0, 1, 2]),
        (4, Direction.ACROSS, [2, 3, 0, 1]),
        (4, Direction.HOLD, [0, 1, 2, 3]),
        (5, Direction.LEFT, [1, 2, 3, 4, 0]),
        (5, Direction.RIGHT, [4, 0, 1, 2, 3]),
        (5, Direction.TWO_LEFT, [2, 3, 4, 0, 1]),
        (5, Direction.TWO_RIGHT, [3, 4, 0, 1, 2]),
        (5, Direction.HOLD, [0, 1, 2, 3, 4]),
    ],
)
def test_left_is_the_next_seat_and_right_the_one_before(
    players: int, direction: Direction, receivers: list[int]
) -> None:
    assert [receiver(seat, direction, players) for seat in range(players)] == receivers
    assert [giver(seat, direction, players) for seat in receivers] == list(range(players))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_one_cycle_every_ordered_pair_of_seats_passes_exactly_once(players: int) -> None:
    passes = [
        (seat, receiver(seat, pass_direction(players, hand), players))
        for hand in range(1, players + 1)
        for seat in range(players)
    ]
    others = [(giving, got) for giving, got in passes if giving != got]
    assert sorted(others) == [(a, b) for a in range(players) for b in range(players) if a != b]
    assert len(passes) - len(others) == players  # each seat keeps its cards once
