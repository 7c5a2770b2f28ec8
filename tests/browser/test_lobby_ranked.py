"""Ranked play from the home page: the menu, the list of open tables, the form for a new one."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watch, faults_of
from tests.browser.test_accounts import PASSWORD, log_in
from tests.chromium import PHONE, WIDE
from tests.live import Process, Site

PEOPLE = f"""
from allauth.account.models import EmailAddress
from accounts.models import Player, User
from ranking.models import Rating
from tables.commands import opening, ranked, seats

def member(name, elo=1500, games=10):
    found = User.objects.filter(username=name).first()
    if found is None:
        found = User.objects.create_user(name, name + "@example.org", {PASSWORD!r})
        EmailAddress.objects.create(user=found, email=found.email, verified=True, primary=True)
        Player.objects.filter(pk=found.player_id).update(games_finished=games)
        Rating.objects.create(player_id=found.player_id, elo=elo, elo_shown=round(elo))
    return found.player_id
"""


def at_the_site(site: Site, script: str) -> str:
    """Runs commands in a process beside the servers; returns what the script prints last."""
    process = Process("shell", "-v0", "-c", PEOPLE + script, environment=site.environment)
    assert process.wait() == 0, process.lines
    process.stop()
    return process.lines[-1] if process.lines else ""


def waiting_table(site: Site) -> str:
    """The code of a ranked table at which three wait: 1562, 1484 and 1417."""
    return at_the_site(
        site,
        """
code = opening.open_ranked(member("Berta", 1562)).code
for name, elo in (("Conrad", 1484), ("Dora", 1417)):
    seats.sit(code, member(name, elo), connected=False)
print(code)
""",
    )


def leave(site: Site, code: str, *names: str) -> None:
    leaves = (f"seats.leave({code!r}, member({name!r}), confirmed=True)\n" for name in names)
    at_the_site(site, "".join(leaves))


@pytest.fixture
def waiting(site: Site) -> str:
    return waiting_table(site)


def card(page: Page, code: str) -> str:
    return f".table-card[data-code='{code}']"


def test_one_click_in_the_menu_takes_the_last_seat_at_a_ranked_table(
    new_page: NewPage, site: Site, waiting: str
) -> None:
    at_the_site(site, "member('Anton', 1512)")
    page = new_page()
    log_in(page, "Anton")
    expect(page.locator(".own-elo")).to_contain_text("1512")
    offer = page.locator(card(page, waiting))
    expect(offer.locator(".ranked-word")).to_have_text(re.compile("Ranked"))
    expect(offer).to_contain_text("Your chance 26.6%")
    expect(offer.locator(".stake")).to_contain_text("+18.36")
    expect(offer.locator(".stake")).to_contain_text("−6.64")
    assert faults_of(page) == []

    page.locator(".site-nav summary").click()
    page.get_by_role("button", name="Play ranked").first.click()

    page.wait_for_url(f"**/tables/{waiting}/")
    page.locator(".site-nav summary").click()
    expect(page.get_by_role("button", name="Join ranked table")).to_be_visible()
    leave(site, waiting, "Anton", "Berta", "Conrad", "Dora")


def test_a_players_elo_shows_on_hover_on_focus_and_on_a_tap(
    new_page: NewPage, site: Site, waiting: str
) -> None:
    page = new_page()
    name = page.locator(card(page, waiting)).get_by_role("button", name="Conrad")
    tip = page.locator(card(page, waiting)).get_by_role("tooltip", name=re.compile("1484"))
    expect(tip).to_be_hidden()
    name.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(0, 0)
    name.focus()
    expect(tip).to_be_visible()
    expect(tip).to_have_text("Elo 1484")
    assert faults_of(page) == []
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    name.focus()
    expect(tip).to_be_visible()

    phone = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    tapped = phone.locator(card(phone, waiting)).get_by_role("button", name="Dora")
    tapped.tap()
    expect(phone.locator(card(phone, waiting)).locator(".tip:visible")).to_have_text("Elo 1417")
    leave(site, waiting, "Berta", "Conrad", "Dora")


def test_the_list_is_fetched_again_when_it_changes_and_not_else(
    new_page: NewPage, site: Site, waiting: str
) -> None:
    at_the_site(site, "member('Emma')")
    page = new_page()
    log_in(page, "Emma")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    expect(page.locator(card(page, waiting))).to_contain_text("Your chance 25.2%")
    page.mouse.move(0, 0)

    leave(site, waiting, "Berta")

    expect(page.locator(card(page, waiting))).to_contain_text("Your chance 28.3%")
    fetched.clear()
    page.wait_for_timeout(4000)
    assert [url for url in fetched if "/tables/open/" in url] == []
    leave(site, waiting, "Conrad", "Dora")
    expect(page.locator(card(page, waiting))).to_have_count(0)


def test_who_may_not_play_ranked_is_told_what_is_missing(
    new_page: NewPage, site: Site, watch: Watch
) -> None:
    watch.expect("403")
    page = new_page(viewport=PHONE)
    page.get_by_role("button", name="Play ranked").last.click()
    expect(page.locator("h2").first).to_have_text("You have not registered.")
    expect(page.get_by_text("0 of 10 games finished")).to_be_visible()
    expect(page.locator(".site-me")).not_to_contain_text("guest")
    assert faults_of(page) == []

    at_the_site(site, "member('Felix', games=7)")
    page = new_page(color_scheme="dark", viewport=PHONE)
    log_in(page, "Felix")
    page.get_by_role("button", name="Play ranked").last.click()
    expect(page.get_by_text("7 of 10 games finished")).to_be_visible()
    assert faults_of(page) == []
    page.get_by_role("button", name="Practice with bots").last.click()
    page.wait_for_selector("#hand .card")


def test_a_guest_takes_the_seat_of_a_quitter_from_the_list(new_page: NewPage, site: Site) -> None:
    code = at_the_site(
        site,
        """
people = [member(name) for name in ("Gesa", "Hugo", "Ida", "Jonas")]
code = opening.open_ranked(people[0]).code
for person in people[1:]:
    seats.sit(code, person, connected=True)
seats.come_back(code, people[0])
import time
from accounts import clock
from tables.timing import limits
time.sleep(limits().start / 1000 + 0.1)
ranked.start(code)
seats.leave(code, people[3], confirmed=True)
print(code)
""",
    )
    quitter = new_page()
    log_in(quitter, "Jonas")
    expect(quitter.locator(".banned")).to_contain_text("You are banned from ranked games until")
    expect(quitter.locator(card(quitter, code)).get_by_role("button", name="Take")).to_have_count(0)
    assert faults_of(quitter) == []

    page = new_page(viewport=PHONE, color_scheme="dark")
    offer = page.locator(card(page, code))
    expect(offer).to_contain_text("Substitute wanted")
    expect(offer).to_contain_text("Hand 1")
    assert faults_of(page) == []
    offer.get_by_role("button", name="Take the seat").click()
    page.wait_for_url(f"**/tables/{code}/")
    page.wait_for_selector("#hand .card")


def test_the_form_for_a_new_table_opens_ranked_ones(new_page: NewPage, site: Site) -> None:
    at_the_site(site, "member('Klara')")
    page = new_page(viewport=WIDE)
    log_in(page, "Klara")
    page.goto("/tables/new/")
    page.get_by_label("Target").fill("50")
    page.get_by_label("Private").check()
    assert faults_of(page) == []
    page.get_by_label("Ranked", exact=True).check()
    expect(page.get_by_label("Target")).to_be_hidden()
    expect(page.get_by_label("Private")).to_be_hidden()
    assert faults_of(page) == []
    page.get_by_label("3", exact=True).check()

    page.get_by_role("button", name="Open the table").click()

    page.wait_for_url(re.compile(r"/tables/[2-9A-Z]{6}/$"))
    page.goto("/")
    code = page.locator(".table-card:has-text('Klara')").get_attribute("data-code")
    offer = page.locator(card(page, str(code)))
    expect(offer).to_contain_text("Ranked, 3 seats")
    expect(offer).to_contain_text("Your chance 33.3%")
    expect(offer.get_by_role("link", name="Return")).to_be_visible()


def test_an_address_that_only_takes_forms_has_a_page(new_page: NewPage, watch: Watch) -> None:
    watch.expect("405")
    page = new_page()
    page.goto("/tables/ranked/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing to see here")
    assert faults_of(page) == []
    page.get_by_role("link", name="Go to the tables").click()
    expect(page.locator("#open-tables")).to_be_visible()
