"""Events as text: a kind and JSON fields, cards written rank then suit. The stored form."""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

import msgspec

from tables.hearts import events as ev
from tables.hearts.cards import CARDS, NAMES, mask_of, names_of

KINDS: dict[type, str] = {
    cls: re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower() for cls in get_args(ev.Event)
}
_CLASSES = {kind: cls for cls, kind in KINDS.items()}
_FIELDS = {cls: tuple(field.name for field in fields(cls)) for cls in KINDS}
_TO_TEXT: dict[str, Callable[[Any], Any]] = {
    "card": NAMES.__getitem__,
    "cards": names_of,
    "seed": bytes.hex,
}
_FROM_TEXT: dict[str, Callable[[Any], Any]] = {
    "card": CARDS.__getitem__,
    "cards": lambda names: mask_of(CARDS[name] for name in names),
    "seed": bytes.fromhex,
}


def as_fields(event: ev.Event) -> dict[str, Any]:
    """An event's fields with cards as text; enums stay, msgspec writes their values."""
    values = {}
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        to_text = _TO_TEXT.get(name)
        values[name] = to_text(value) if to_text else value
    return values


_encode = msgspec.json.Encoder().encode


def encode(event: ev.Event) -> tuple[str, str]:
    """(kind, JSON)."""
    return KINDS[type(event)], _encode(as_fields(event)).decode()


def decode(kind: str, data: str) -> ev.Event:
    """The event that was stored as this kind and JSON."""
    raw = msgspec.json.decode(data)
    for name, from_text in _FROM_TEXT.items():
        if name in raw:
            raw[name] = from_text(raw[name])
    event: ev.Event = msgspec.convert(raw, _CLASSES[kind])
    return event
