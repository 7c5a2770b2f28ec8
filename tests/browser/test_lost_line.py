"""Row 25 of the faults: a card that is played while the line is dead, another after it is back."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watch
from tests.browser.playing import CORNER, by_mouse, play_on_a_second_device, practise
from tests.live import ServicesSite, Site
from tests.relay import Relay

CARDS = "#hand .card"
PLAYABLE = "#hand .card.ok"


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    line = Relay()
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


@pytest.fixture
def page(new_page: NewPage, relay: Relay, watch: Watch) -> Iterator[Page]:
    """A game with bots over the relay, at the first trick that its player may choose a card for."""
    watch.expect("WebSocket")
    page = new_page(base_url=relay.url)
    practise(page)
    page.wait_for_selector(f"{CARDS}[aria-pressed]")
    by_mouse(page)
    while page.wait_for_selector(PLAYABLE) and page.locator(PLAYABLE).count() == 1:
        by_mouse(page)
    yield page
    relay.mend()


def play_first(page: Page) -> str:
    """Clicks on the first card that may be played; returns it."""
    card = page.locator(PLAYABLE).first
    name = card.get_attribute("data-card")
    assert name is not None
    card.click(position=CORNER)
    return name


def wake(page: Page) -> None:
    """The page finds out that the line is dead sooner than it would by itself."""
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#banner")).to_contain_text("connection is lost", timeout=10_000)


def test_a_card_played_while_the_line_is_dead_counts_once(page: Page, relay: Relay) -> None:
    cards = page.locator(CARDS).count()
    relay.cut()
    first = play_first(page)
    expect(page.locator(f"#trick [data-card='{first}']")).to_have_count(1)
    wake(page)

    relay.mend()
    page.wait_for_selector("#game:not(.offline)")
    expect(page.locator(CARDS)).to_have_count(cards - 1)
    expect(page.locator(f"#hand [data-card='{first}']")).to_have_count(0)
    page.wait_for_selector(PLAYABLE)
    second = play_first(page)
    expect(page.locator(f"#hand [data-card='{second}']")).to_have_count(0)
    expect(page.locator(CARDS)).to_have_count(cards - 2)


@pytest.mark.parametrize("notices", [False, True])
def test_a_card_that_comes_too_late_is_dropped_and_said(
    page: Page, site: Site, relay: Relay, notices: bool
) -> None:
    cards = page.locator(CARDS).count()
    relay.cut()
    late = play_first(page)
    if notices:  # that the line is dead, before it is mended
        wake(page)
    played = play_on_a_second_device(page, site, page.url.rstrip("/")[-6:])
    assert played["card"] != late

    relay.mend()
    expect(page.locator("#notes")).to_contain_text("moved on", timeout=10_000)
    page.wait_for_selector(PLAYABLE)
    expect(page.locator(f"#hand [data-card='{late}']")).to_have_count(1)
    expect(page.locator(f"#hand [data-card='{played['card']}']")).to_have_count(0)
    expect(page.locator(CARDS)).to_have_count(cards - 1)
