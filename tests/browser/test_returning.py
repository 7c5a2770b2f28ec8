"""Rule 19 in the browser (row 29): other pages, the way back, and the browser's Back."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import NewPage, Watch, faults_of
from tests.browser.test_accounts import PASSWORD, log_in
from tests.chromium import ARGUMENTS, PHONE, WIDE, chromium_path
from tests.live import ServicesSite, Site
from tests.members import make_members

NAMES = ("Alice", "Bob", "Carol", "Dave")
NO_CACHE = "--disable-back-forward-cache"
CARDS = "#hand .card"


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
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, settings = tmp_path_factory.mktemp("site"), {"RANKED_START_S": "1"}
    services = os.environ.get("DATABASE_URL")
    running = ServicesSite(folder, settings) if services else Site(folder, settings)
    running.start()
    make_members(running, *NAMES, password=PASSWORD)
    yield running
    running.stop()


@pytest.fixture
def tables(new_page: NewPage) -> list[Page]:
    """Four people at a ranked game, a browser each; Bob is in Auckland."""
    pages = [new_page(timezone_id="Pacific/Auckland") for _ in NAMES]
    for page, name in zip(pages, NAMES, strict=True):
        log_in(page, name)
        page.get_by_role("button", name="Play ranked").last.click()
        page.wait_for_url("**/tables/*/")
    for page in pages:
        page.wait_for_selector(CARDS)
    return pages


def test_row_29_other_pages_show_the_way_back_and_the_next_request_leads_there(
    tables: list[Page], watch: Watch
) -> None:
    watch.expect("Page entered Back-Forward Cache")
    alice, bob, *_ = tables
    table = bob.url

    # Links open beside the table, which stays connected.
    with bob.expect_popup() as opened:
        bob.locator(".site-header .logo").click()
    beside = opened.value
    way_back = beside.locator(".way-back a")
    expect(way_back).to_have_text("Return to your game")
    beside.wait_for_timeout(4000)
    expect(way_back).to_have_text("Return to your game")
    assert faults_of(beside) == []
    beside.reload()
    assert beside.url.endswith("/")
    assert "/tables/" not in beside.url
    beside.close()

    # Another page in the same tab is shown; the table is lost with it.
    bob.goto("/rules/")
    assert bob.url.endswith("/rules/")
    way_back = bob.locator(".way-back a")
    expect(way_back).to_have_text(
        re.compile(r"Return to your game, by \d\d:\d\d\s*$"), timeout=8000
    )
    by = bob.evaluate("new Date(document.querySelector('.way-back time').dateTime).getHours()")
    assert f"by {by:02}:" in (way_back.text_content() or "")
    expect(alice.locator("#seats")).to_contain_text(re.compile("away|back", re.IGNORECASE))
    assert faults_of(bob) == []
    bob.set_viewport_size(PHONE)
    assert bob.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    bob.set_viewport_size(WIDE)

    # The next request leads there.
    bob.goto("/settings/bans/")
    assert bob.url == table
    bob.wait_for_selector(CARDS)

    # And so does the browser's Back.
    bob.goto("/rules/")
    bob.locator(".way-back a").wait_for()
    bob.go_back()
    assert bob.url == table
    bob.wait_for_selector(f".game:not(.offline) {CARDS}")
    bob.wait_for_timeout(3000)
    expect(alice.locator("#seats .seat").nth(0)).to_be_visible()
    bob.locator("#hand .card[aria-pressed]").first.wait_for()
