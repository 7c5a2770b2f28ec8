"""The secret key of the embedded set-up, made once and kept in the data folder."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key

MIN_LENGTH = 50
MIN_DISTINCT = 5


def kept_secret(path: Path) -> str:
    """The secret in the file, which is made if it is missing; only its owner can read it."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(secret := get_random_secret_key())
    return secret


def is_weak(secret: str) -> bool:
    """Whether the key is too short, too uniform, or marked as an example."""
    return (
        len(secret) < MIN_LENGTH
        or len(set(secret)) < MIN_DISTINCT
        or secret.startswith("django-insecure-")
    )
