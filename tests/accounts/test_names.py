import pytest
from django.core.exceptions import ValidationError

from accounts.names import validate_not_guest_name, validate_registered_name

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("name", ["Bob", "alice_2", "x-y", "a" * 20])
def test_a_plain_name_is_good(name: str) -> None:
    validate_registered_name(name)
    validate_not_guest_name(name)


@pytest.mark.parametrize("name", ["al", "a" * 21, "alice.", "alice\n", "\u0430lice", "ａｌｉｃｅ"])
def test_a_name_of_other_characters_or_length_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="3 to 20 characters"):
        validate_registered_name(name)


@pytest.mark.parametrize("name", ["guest-4711", "GUEST-x"])
def test_a_guests_name_is_refused_for_others(name: str) -> None:
    with pytest.raises(ValidationError, match="for guests"):
        validate_not_guest_name(name)
