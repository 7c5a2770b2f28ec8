import pytest

from tables.hearts.cards import (
    CARDS,
    NAMES,
    cards_in,
    mask_of,
    names_of,
    parse_cards,
    points_of,
    rank_of,
    suit_of,
)

pytestmark = pytest.mark.pure


def test_a_card_is_written_rank_then_suit_and_counts_up_in_the_order_of_the_deck() -> None:
    assert " ".join(NAMES) == (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC "
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH "
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    )


def test_a_card_knows_its_suit_and_its_rank() -> None:
    assert [suit_of(CARDS[name]) for name in ("AC", "2D", "TH", "QS")] == [0, 1, 2, 3]
    assert [rank_of(CARDS[name]) for name in ("2C", "9D", "TH", "AS")] == [0, 7, 8, 12]


def test_a_set_of_cards_reads_back_sorted_by_suit_and_rank() -> None:
    assert names_of(parse_cards("QS AH 3C 2D TC")) == ("3C", "TC", "2D", "AH", "QS")
    assert names_of(0) == ()


def test_a_card_twice_is_in_a_set_once() -> None:
    assert mask_of([CARDS["QS"], CARDS["QS"]]) == parse_cards("QS")
    assert list(cards_in(parse_cards("QS QS"))) == [CARDS["QS"]]


@pytest.mark.parametrize("text", ["1C", "QX", "qs", "10H", "Q", "QS,3C"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(KeyError):
        parse_cards(text)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", 0),
        ("AC KD JS KS AS QC QD", 0),
        ("2H", 1),
        ("QS", 13),
        ("QS 2H 7H AH", 16),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 13),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", 26),
    ],
)
def test_a_heart_is_one_point_and_the_queen_of_spades_thirteen(cards: str, points: int) -> None:
    assert points_of(parse_cards(cards)) == points
