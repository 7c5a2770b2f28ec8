"""What players may be called."""

from django.core.validators import RegexValidator

MAX_NAME = 20
GUEST_PREFIX = "guest-"

REGISTERED_NAME = r"^[A-Za-z0-9_-]{3,20}\Z"
GUEST_NAME = r"^guest-[0-9]{4,14}\Z"

validate_registered_name = RegexValidator(
    REGISTERED_NAME,
    "A name has 3 to 20 characters: letters without accents, digits, _ and -.",
    code="bad_name",
)
validate_not_guest_name = RegexValidator(
    r"(?i)^guest-",
    "Names that begin with guest- are for guests.",
    code="guest_name",
    inverse_match=True,
)
