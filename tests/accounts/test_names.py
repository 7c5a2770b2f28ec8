import pytest
from django.core.exceptions import ValidationError

from accounts.names import (
    has_forbidden_word,
    is_reserved,
    validate_not_guest_name,
    validate_registered_name,
)
from tables.bots.names import NAMES

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("name", ["Bob", "alice_2", "x-y", "a" * 20])
def test_a_plain_name_is_good(name: str) -> None:
    validate_registered_name(name)
    validate_not_guest_name(name)
    assert not is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "al",
        "a" * 21,
        "alice.",
        "alice\n",
        "\u0430lice",
        "al\u200bice",
        "ａｌｉｃｅ",
        "álice",
        "a lice",
    ],
)
def test_a_name_of_other_characters_or_length_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="3 to 20 characters"):
        validate_registered_name(name)


@pytest.mark.parametrize("name", ["guest-4711", "GUEST-x"])
def test_a_guests_name_is_refused_for_others(name: str) -> None:
    with pytest.raises(ValidationError, match="for guests"):
        validate_not_guest_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "staff",
        "Moderator",
        "ADMIN",
        "admin_2",
        "Adm1n",
        "m0derator",
        "the-moderator",
        "low-man",
        "LowMan",
        "guest",
        "guest99",
        "Guest_x",
        "bot",
        "Bot7",
        "bot-carol",
        "carol_bot",
        "everyone",
        "former-player",
    ],
)
def test_nobody_passes_for_the_site_its_moderators_guests_or_bots(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("bot", NAMES)
def test_nobody_passes_for_one_of_our_bots(bot: str) -> None:
    for name in (bot.replace(" ", ""), bot.replace(" ", "-"), bot.replace(" ", "_"), bot[4:]):
        assert is_reserved(name)
        assert is_reserved(name.upper())


@pytest.mark.parametrize("name", ["Botany", "Roberta", "Modesty", "guests_of_2", "player1"])
def test_a_name_that_only_begins_alike_is_good(name: str) -> None:
    assert not is_reserved(name)


def test_a_forbidden_word_is_found_anywhere_in_any_spelling() -> None:
    words = [("darn", True)]

    for name in ("darn", "DARN", "xdarnx", "d-a_r-n", "d4rn"):
        assert has_forbidden_word(name, words)
    assert not has_forbidden_word("dam", words)


def test_a_word_may_be_forbidden_only_as_a_part_of_its_own() -> None:
    words = [("darn", False)]

    for name in ("darn", "d-a-r-n", "the-darn", "Darn_it", "the_d4rn"):
        assert has_forbidden_word(name, words)
    assert not has_forbidden_word("darning", words)
