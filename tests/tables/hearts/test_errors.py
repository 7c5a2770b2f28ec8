"""The refusals of rules and seats: each with a code that clients know and a sentence to read."""

import inspect

import pytest

from tables.hearts import errors, seating

pytestmark = pytest.mark.pure

RULES = {
    "refused",
    "not_your_turn",
    "wrong_turn",
    "not_playing",
    "card_not_held",
    "must_lead_first_card",
    "must_follow_suit",
    "hearts_not_broken",
    "no_points_in_first_trick",
    "not_passing",
    "already_passed",
    "wrong_pass_count",
}
SEATS = {
    "not_seated",
    "table_is_over",
    "already_started",
    "not_started",
    "table_full",
    "seat_not_free",
    "already_seated_here",
    "barred",
    "held_another_seat",
    "quit_this_game",
    "same_device",
    "ranked_starts_itself",
    "seats_missing",
    "not_host",
    "no_such_seat",
    "no_bot_there",
}


def refusals() -> list[type[errors.TableError]]:
    members = [*inspect.getmembers(errors), *inspect.getmembers(seating)]
    classes = [cls for _, cls in members if inspect.isclass(cls)]
    return list({cls for cls in classes if issubclass(cls, errors.TableError)})


def test_every_refusal_has_its_own_code_and_the_codes_stay() -> None:
    named = [cls for cls in refusals() if "code" in vars(cls)]
    assert len({cls.code for cls in named}) == len(named)
    assert {cls.code for cls in named} == RULES | SEATS


def test_every_refusal_is_a_sentence_unless_it_is_given_another() -> None:
    for cls in refusals():
        assert str(cls()) == cls.message
        assert cls.message[0].isupper()
        assert cls.message.endswith(".")
        assert str(cls("Not that one.")) == "Not that one."


def test_what_breaks_a_rule_of_hearts_is_a_rule_error() -> None:
    ruled = {cls.code for cls in refusals() if issubclass(cls, errors.RuleError)}
    assert ruled == RULES
