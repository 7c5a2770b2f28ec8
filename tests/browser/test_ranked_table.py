"""A ranked game in browsers, with a return, a quit and a substitute."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import NewPage, Watch, faults_of
from tests.browser.playing import by_mouse
from tests.browser.test_accounts import log_in
from tests.browser.test_lobby_ranked import at_the_site
from tests.live import ServicesSite, Site

# The worked example of the rulebook: ratings, and each one's chance.
ELOS = {"Anton": 1512, "Berta": 1562, "Conrad": 1484, "Dora": 1417}
STRENGTH = {name: 10 ** (elo / 400) for name, elo in ELOS.items()}
LOSS = {name: 25 * strength / sum(STRENGTH.values()) for name, strength in STRENGTH.items()}
ROUNDS = 6000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    settings = {"RANKED_START_S": "3"}
    services = bool(os.environ.get("DATABASE_URL"))
    running = ServicesSite(folder, settings) if services else Site(folder, settings)
    running.start()
    yield running
    running.stop()


def move_one(pages: list[Page]) -> None:
    for page in pages:
        try:
            by_mouse(page)
        except Error:
            continue  # the page was redrawn under the hand: its next turn comes


def play_until(pages: list[Page], done: object) -> None:
    assert callable(done)
    for _ in range(ROUNDS):
        if done():
            return
        move_one(pages)
    raise AssertionError("the game does not go on")


def cards_left(page: Page) -> int:
    return page.locator("#hand .card").count()


def test_four_play_a_ranked_game_with_a_return_a_quit_and_a_substitute(
    new_page: NewPage, site: Site, watch: Watch
) -> None:
    members = "".join(f"member({name!r}, {elo})\n" for name, elo in ELOS.items())
    at_the_site(site, members)
    pages = {name: new_page() for name in ELOS}
    for name, page in pages.items():
        log_in(page, name)
        page.locator(".site-nav summary").click()
        page.get_by_role("button", name="Play ranked").first.click()
        page.wait_for_selector("#seats .seat")
    anton, _, conrad, dora = pages.values()
    code = anton.url.rstrip("/")[-6:]
    assert all(code in page.url for page in pages.values())
    expect(anton.locator("#middle")).to_contain_text("Starts in")
    expect(anton.get_by_role("button", name="Not ready")).to_be_visible()
    expect(anton.locator("#middle .stake")).to_contain_text("26.6%")
    expect(anton.locator("#middle .stake")).to_contain_text("+18.36")
    expect(anton.locator("#middle .stake")).to_contain_text("−6.64")
    assert faults_of(anton) == []

    everybody = list(pages.values())
    for page in everybody:
        page.wait_for_selector("#hand .card[aria-pressed]", timeout=20_000)
    expect(anton.locator("#stakes")).to_contain_text("Dora")
    play_until(everybody, lambda: cards_left(anton) <= 11)

    # Dora's line drops; she comes back by another page of the site.
    dora.goto("about:blank")
    away = anton.locator(".seat .status.away")
    expect(away).to_contain_text(re.compile(r"back by \d\d:\d\d \([12]:\d\d\)"), timeout=20_000)
    assert faults_of(anton) == []
    dora.goto("/rules/")
    dora.wait_for_url(f"**/tables/{code}/")
    expect(away).to_have_count(0)
    play_until(everybody, lambda: cards_left(anton) <= 9)

    # Conrad quits, and is told the price before.
    conrad.locator("#leave").click()
    price = conrad.locator("#leave-text")
    expect(price).to_contain_text(f"−{LOSS['Conrad']:.2f}")
    expect(price).to_contain_text("−14.84")
    expect(price).to_contain_text(f"−{LOSS['Conrad'] + 14.84:.2f}")
    expect(price).to_contain_text("1484 → 1464")
    expect(price).to_contain_text(re.compile(r"until \d\d:\d\d"))
    assert faults_of(conrad) == []
    conrad.get_by_role("button", name="Quit the game").click()
    conrad.wait_for_url(re.compile(r"/$"))
    expect(anton.locator("#log")).to_contain_text("Conrad quit the game and will be charged")
    expect(anton.locator("#seats")).to_contain_text("for Conrad, who quit")

    # A guest takes the seat from the list of open tables.
    guest = new_page()
    guest.locator(f".table-card[data-code='{code}']").get_by_role(
        "button", name=re.compile("Take the seat")
    ).click()
    guest.wait_for_selector("#hand .card")
    expect(anton.locator("#seats .seat.player")).to_have_count(3)
    assert cards_left(guest) > 0
