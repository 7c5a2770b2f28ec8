"""Makes the README's picture: ``python -m tests.screenshot``."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.playing import by_mouse, practise
from tests.chromium import ARGUMENTS, WIDE, chromium_path
from tests.live import ROOT, Site

PICTURE = ROOT / ".github" / "table.png"
MOVES = 9


def main() -> None:
    """Plays some tricks against bots and takes a picture at the player's next turn."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        page = chromium.new_page(base_url=site.urls[0], viewport=WIDE, device_scale_factor=1)
        page.goto("/")
        practise(page)
        for _ in range(MOVES):
            page.wait_for_selector("#hand .card.ok, #hand .card[aria-pressed]")
            by_mouse(page)
            page.wait_for_timeout(700)
        page.wait_for_selector("#hand .card.ok")
        page.wait_for_timeout(1500)
        PICTURE.parent.mkdir(exist_ok=True)
        page.screenshot(path=PICTURE)
        chromium.close()
        site.stop()
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
