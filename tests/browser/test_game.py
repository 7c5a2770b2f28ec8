"""Whole games through the page, with every size, screen and kind of hand."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, faults_of
from tests.browser.playing import CORNER, by_keyboard, by_mouse, play_to_the_end, practise
from tests.chromium import PHONE
from tests.live import Site

FIRST_TRICKS = 12


def totals_of(page: Page) -> list[int]:
    return [int(cell) for cell in page.locator("#curtain td.total").all_text_contents()]


def check_result(page: Page, *, target: int, size: int) -> None:
    page.wait_for_timeout(1200)  # the totals count up
    totals = totals_of(page)
    assert len(totals) == size
    assert max(totals) >= target
    assert sum(totals) % 26 == 0
    assert totals[0] == min(totals)
    assert totals.count(totals[0]) == 1


def test_a_four_handed_game_is_played_to_its_end(new_page: NewPage) -> None:
    page = new_page()
    practise(page)
    play_to_the_end(page)
    check_result(page, target=100, size=4)
    expect(page.locator("#curtain")).to_contain_text("Play again")


@pytest.mark.parametrize("size", [3, 5])
def test_a_short_game_is_played_on_a_phone(new_page: NewPage, size: int) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    practise(page, size=size, target=10)
    play_to_the_end(page)
    check_result(page, target=10, size=size)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_short_game_is_played_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    practise(page, target=10)
    play_to_the_end(page, by_keyboard)
    check_result(page, target=10, size=4)


def test_an_illegal_card_says_why(new_page: NewPage) -> None:
    page = new_page()
    practise(page)
    for _ in range(FIRST_TRICKS):
        page.wait_for_selector("#hand .card.ok, #hand .card[aria-pressed]")
        dimmed = page.locator("#hand .card.no")
        if dimmed.count():
            break
        by_mouse(page)
    card = dimmed.first.get_attribute("data-card")
    dimmed.first.click(position=CORNER)
    expect(
        page.locator("#toasts, [role=alert]").filter(has_text=re.compile(r"\w"))
    ).to_contain_text(re.compile("suit|club|diamond|heart|spade|first trick", re.IGNORECASE))
    assert page.locator(f"#hand [data-card='{card}']").count() == 1


def test_the_game_goes_on_after_the_server_was_killed(
    new_page: NewPage, site: Site, watch: object
) -> None:
    page = new_page()
    practise(page, target=30)
    page.wait_for_selector("#hand .card[aria-pressed]")
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    before = page.locator("#hand .card").count()
    watch.expect("WebSocket")  # type: ignore[attr-defined]
    site.restart()
    page.wait_for_selector("#hand .card.ok", timeout=15_000)
    assert page.locator("#hand .card").count() == before
    play_to_the_end(page)


def test_tricks_that_were_missed_are_offered_until_they_have_been_looked_at(
    new_page: NewPage,
) -> None:
    page = new_page()
    practise(page)
    page.wait_for_selector("#hand .card[aria-pressed]")
    by_mouse(page)
    for cards in (12, 11):
        page.wait_for_selector("#hand .card.ok")
        by_mouse(page)
        expect(page.locator("#hand .card")).to_have_count(cards)
    page.wait_for_selector("#hand .card.ok")
    page.reload()
    tricks = page.locator("[data-do=tricks]")
    expect(tricks).to_have_text("Last trick")

    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("[data-do=tricks]")).to_have_text("2 missed tricks")
    other.locator("[data-do=tricks]").click()
    expect(other.locator("#sheet")).to_contain_text("Trick 1 of 13")
    other.keyboard.press("Escape")
    expect(other.locator("[data-do=tricks]")).to_have_text("Last trick")


def test_home_new_table_and_game_have_no_fault_that_axe_finds(new_page: NewPage) -> None:
    page = new_page()
    assert faults_of(page) == []
    page.goto("/tables/new/")
    assert faults_of(page) == []
    page.goto("/rules/")
    assert faults_of(page) == []
    page.goto("/")
    practise(page)
    page.wait_for_timeout(800)
    assert faults_of(page) == []
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    page.wait_for_timeout(800)
    assert faults_of(page) == []


def test_two_people_play_at_a_private_table(new_page: NewPage) -> None:
    alice, bob = new_page(), new_page()
    alice.goto("/tables/new/?private=1")
    alice.get_by_role("button", name="Open the table").click()
    alice.wait_for_selector(".seat")
    code = alice.url.rstrip("/")[-6:]
    bob.on("console", lambda _: None)
    invite = alice.evaluate(
        """() => new Promise(resolve => {
        navigator.clipboard.writeText = async text => resolve(text);
        document.querySelector("[data-do=copy-invite]").click(); })"""
    )
    bob.goto(invite)
    bob.locator("#seats, #centre").get_by_role("button", name=re.compile("Sit")).first.click()
    bob.wait_for_selector(".seat")
    expect(alice.locator("#seats")).to_contain_text("guest-")
    alice.locator("[data-do=fill]").click()
    for page in (alice, bob):
        page.wait_for_selector("#hand .card[aria-pressed]")
    assert code in bob.url
    by_mouse(alice)
    expect(alice.locator("#hand .card[aria-pressed]")).to_have_count(0)
    by_mouse(bob)
    for page in (alice, bob):
        expect(page.locator("#info")).to_contain_text("Trick 1")
