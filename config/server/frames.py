"""WebSocket frames (RFC 6455, section 5.2), as far as a short text message needs them."""

TEXT = 0x81  # final frame, opcode 1
MASKED = 0x80


def text_payload(data: bytes) -> bytes | None:
    """The payload of `data` if it is exactly one whole masked text frame of under 64 KB.

    Browsers send nearly all their messages so; for anything else the answer is None, and
    autobahn's complete parser has the word.
    """
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return None
    length = data[1] - MASKED
    start = 2
    if length == 126:
        length = int.from_bytes(data[2:4], "big")
        start = 4
        if length < 126:
            return None
    if length == 127 or len(data) != start + 4 + length:
        return None
    mask = data[start : start + 4]
    return _unmasked(data[start + 4 :], mask)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = (mask * (length // 4 + 1))[:length]
    number = int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")
    return number.to_bytes(length, "little")


def text_frame(payload: bytes) -> bytes:
    """One final unmasked text frame, as a server sends it."""
    length = len(payload)
    if length < 126:
        return bytes((TEXT, length)) + payload
    if length < 0x10000:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big") + payload
    return bytes((TEXT, 127)) + length.to_bytes(8, "big") + payload
