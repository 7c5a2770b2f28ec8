"""What players may be called (rule 14 and "Names" in the README)."""

import re
from collections.abc import Iterable

from django.core.validators import RegexValidator

MAX_NAME = 20
GUEST_PREFIX = "guest-"
CLOSED_NAME = "former player"  # has a space, so nobody can register it

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

# Compared without case, - and _: nobody may pass for the site, its moderators or its bots. The
# last line is the bots' own names, which a test compares with the bots.
_RESERVED_WORDS = """
admin admins administrator administrators anonymous anybody dealer everybody everyone formerplayer
hearts host lowman mod moderation moderator moderators mods nobody none null official operator owner
player postmaster root security site somebody staff stranger support sysadmin system undefined
unknown watcher webmaster you
fern hazel juniper linden rowan
"""
_RESERVED = frozenset(_RESERVED_WORDS.split())
_RESERVED_PATTERN = re.compile(
    r"(guest|bot)\d*|(guest|bot)[-_].*|.*[-_](bot|staff|mod|moderator|admin)"
    r"|(staff|mod|moderator|admin)[-_\d].*|bot(fern|hazel|juniper|linden|rowan)"
)
# Digits that are read as letters.
_LOOKALIKES = str.maketrans("013457", "oieast")


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for a bot, a guest, the site or its moderators."""
    lower = name.lower()
    return bool(
        {_plain(lower), _plain(lower).translate(_LOOKALIKES)} & _RESERVED
        or _RESERVED_PATTERN.fullmatch(lower)
    )


def has_forbidden_word(name: str, words: Iterable[tuple[str, bool]]) -> bool:
    """Whether a name contains one of the words; each (word, also inside other words)."""
    lower = name.lower()
    spellings = {_plain(lower), _plain(lower).translate(_LOOKALIKES)}
    parts = {*spellings, *re.split("[-_]", lower), *re.split("[-_]", lower.translate(_LOOKALIKES))}
    return any(
        any(word in spelling for spelling in spellings) if inside else word in parts
        for word, inside in words
    )


def _plain(lower: str) -> str:
    return lower.replace("-", "").replace("_", "")
