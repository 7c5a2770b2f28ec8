"""The system's Chromium: where it is, how it is started, the screens that pages are tried on."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import ViewportSize

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE = ViewportSize(width=1280, height=820)
PHONE = ViewportSize(width=390, height=844)


def chromium_path() -> Path | None:
    """The system's Chromium, or the one that the variable CHROMIUM names."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found and Path(found).exists() else None
