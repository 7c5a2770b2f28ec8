"""Row 29 of the faults at a regular table: to another page in the same tab, and back."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import NewPage, Watch
from tests.browser.playing import by_mouse, play_on_a_second_device, practise
from tests.chromium import ARGUMENTS, chromium_path
from tests.live import ServicesSite, Site
from tests.relay import Relay

NO_CACHE = "--disable-back-forward-cache"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium as people have it: with its back/forward cache, which playwright turns off."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path(), args=ARGUMENTS, ignore_default_args=[NO_CACHE]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    line = Relay(may_keep=True)
    yield line
    line.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, relay: Relay) -> Iterator[Site]:
    folder, settings = tmp_path_factory.mktemp("site"), {"ALLOWED_ORIGINS": relay.url}
    services = os.environ.get("DATABASE_URL")
    running = ServicesSite(folder, settings) if services else Site(folder, settings)
    running.start()
    relay.lead_to(running.urls[0])
    yield running
    running.stop()


@pytest.mark.parametrize("kept", [False, True])
def test_the_browsers_back_leads_to_the_running_game(
    new_page: NewPage, site: Site, relay: Relay, watch: Watch, kept: bool
) -> None:
    watch.expect("Page entered Back-Forward Cache")
    page = new_page(base_url=relay.url if kept else site.urls[0])
    page.add_init_script("addEventListener('pageshow', event => window.kept = event.persisted)")
    practise(page)
    page.wait_for_selector("#hand .card[aria-pressed]")
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    cards = page.locator("#hand .card").count()
    table = page.url.rstrip("/")[-6:]

    page.goto("/rules/")
    played = play_on_a_second_device(page, site, table)
    page.evaluate("history.back()")
    page.wait_for_selector("#hand .card.ok")

    assert page.evaluate("window.kept") is kept
    expect(page.locator("#hand .card")).to_have_count(cards - 1)
    expect(page.locator(f"#hand [data-card='{played['card']}']")).to_have_count(0)
    expect(page.locator("#game:not(.offline)")).to_have_count(1)
    by_mouse(page)
    expect(page.locator("#hand .card")).to_have_count(cards - 2)
