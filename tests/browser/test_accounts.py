"""Accounts in the browser, on a site that demands confirmed addresses."""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watch, faults_of
from tests.browser.playing import practise
from tests.chromium import PHONE, WIDE
from tests.live import ServicesSite, Site

# Not the names of the cast alone: on the embedded set-up those are demo players'.
PASSWORD = "hearts-4711-x"
CODE = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, settings = tmp_path_factory.mktemp("site"), {"EMAIL_VERIFICATION": "mandatory"}
    services = os.environ.get("DATABASE_URL")
    running = ServicesSite(folder, settings) if services else Site(folder, settings)
    running.start()
    yield running
    running.stop()


def mailed_code(site: Site, name: str) -> str:
    """The newest code that the site has mailed to somebody: it prints its mails."""
    for _ in range(100):
        for server in site.servers:
            mails = "\n".join(server.lines).split("\nSubject: ")
            own = [m for m in mails if f"To: {name.lower()}@example.org" in m and CODE.search(m)]
            if own:
                return str(CODE.findall(own[-1])[-1])
        time.sleep(0.05)
    raise AssertionError(f"no code was mailed to {name}")


def register(page: Page, site: Site, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    page.get_by_label("Code", exact=True).fill(mailed_code(site, name))
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/")
    expect_logged_in(page, name)


def expect_logged_in(page: Page, name: str) -> None:
    expect(page.locator(".site-me summary")).to_contain_text(name)


def log_out(page: Page) -> None:
    page.locator(".site-me summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".site-me")).to_contain_text("Log in")


def log_in(page: Page, login: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail address").fill(login)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def confirm_identity(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def test_somebody_registers_by_a_mailed_code_logs_out_and_in_again(
    new_page: NewPage, site: Site
) -> None:
    page = new_page()
    register(page, site, "Alice1")

    log_out(page)
    log_in(page, "ALICE1")
    expect_logged_in(page, "Alice1")

    log_out(page)
    log_in(page, "alice1@example.org")
    expect_logged_in(page, "Alice1")


def test_a_forgotten_password_is_replaced(new_page: NewPage, site: Site) -> None:
    page = new_page()
    register(page, site, "Bob1")
    log_out(page)

    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill("bob1@example.org")
    page.get_by_role("button", name="Mail me a code").click()
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(mailed_code(site, "Bob1"))
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("New password").fill("moon-4712-x")
    page.get_by_label("The password again").fill("moon-4712-x")
    page.get_by_role("button", name="Save the password").click()
    page.get_by_role("main").get_by_role("link", name="Log in").click()

    log_in(page, "Bob1", "moon-4712-x")
    expect_logged_in(page, "Bob1")


def app_code(page: Page, secret: str) -> str:
    """What an authenticator app shows now."""
    step: int = page.evaluate("Date.now()") // 30_000
    return str(format_hotp_value(hotp_value(secret, step)))


def test_an_app_is_set_up_and_asked_for(new_page: NewPage, site: Site) -> None:
    page = new_page()
    register(page, site, "Carol1")

    page.goto("/accounts/second-step/")
    page.get_by_role("link", name="Set up the app").click()
    confirm_identity(page)
    secret = page.locator("#authenticator_secret").inner_text()
    page.get_by_label("Code", exact=True).fill(app_code(page, secret))
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator(".recovery-codes code")).to_have_count(10)
    spare = page.locator(".recovery-codes code").first.inner_text()
    assert faults_of(page) == []

    log_out(page)
    log_in(page, "Carol1")
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    assert faults_of(page) == []
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("That code is not right.")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(spare)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect_logged_in(page, "Carol1")


def add_device(page: Page) -> None:
    """A phone or computer that holds passkeys, unlocked."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_enough_to_log_in(new_page: NewPage, site: Site) -> None:
    page = new_page()
    add_device(page)
    register(page, site, "Dave1")

    page.goto("/accounts/second-step/passkeys/add/")
    confirm_identity(page)
    assert faults_of(page) == []
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.locator(".recovery-codes code")).to_have_count(10)
    page.goto("/accounts/second-step/passkeys/")
    expect(page.locator(".entries")).to_contain_text("My phone")
    assert faults_of(page) == []

    log_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect_logged_in(page, "Dave1")


def test_a_passkey_is_a_second_step_too(new_page: NewPage, site: Site) -> None:
    page = new_page()
    add_device(page)
    register(page, site, "Trent")
    page.goto("/accounts/second-step/passkeys/add/")
    confirm_identity(page)
    page.get_by_role("button", name="Add the passkey").click()
    page.wait_for_url("**/codes/")

    log_out(page)
    log_in(page, "Trent")
    page.get_by_role("button", name="Use a passkey instead").click()

    expect_logged_in(page, "Trent")


def test_a_log_in_without_a_passkey_on_the_device_says_so(new_page: NewPage) -> None:
    page = new_page()
    add_device(page)

    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()

    expect(page.locator("[data-passkey-problem]")).to_have_text(
        "Nothing was done: the passkey was not confirmed."
    )


def test_a_guest_registers_in_mid_game_and_plays_on(new_page: NewPage, site: Site) -> None:
    table = new_page()
    code = practise(table)
    cards = table.locator("#hand .card").count()
    tab = table.context.new_page()
    tab.goto("/")
    expect(tab.locator(".site-me summary")).to_contain_text("guest-")

    tab.goto("/accounts/signup/")
    tab.get_by_label("Name", exact=True).fill("Erin")
    tab.get_by_label("E-mail address").fill("erin@example.org")
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Register").click()
    expect(tab.get_by_text("Until then you play on as guest-")).to_be_visible()
    table.reload()
    table.wait_for_selector("#hand .card")
    expect(table.locator(".site-me summary")).to_contain_text("guest-")

    tab.get_by_label("Code", exact=True).fill(mailed_code(site, "Erin"))
    tab.get_by_role("button", name="Confirm").click()
    expect_logged_in(tab, "Erin")
    expect(tab.locator(".way-back")).to_contain_text(code)

    table.reload()
    table.wait_for_selector("#hand .card")
    expect_logged_in(table, "Erin")
    assert table.locator("#hand .card").count() == cards
    passing = table.locator("#hand .card[aria-pressed=false], #hand .card.ok")
    expect(passing.first).to_be_visible()


def test_a_guest_is_asked_before_a_log_in(new_page: NewPage, site: Site) -> None:
    register(new_page(), site, "Frank")
    page = new_page()
    practise(page)

    page.goto("/accounts/login/")
    expect(page.get_by_role("heading", name=re.compile("You play as guest-"))).to_be_visible()
    assert faults_of(page) == []
    page.get_by_role("button", name=re.compile("Give up guest-")).click()
    log_in(page, "Frank")

    expect_logged_in(page, "Frank")
    expect(page.locator(".way-back")).to_have_count(0)


def test_hearts_is_turned_off_and_on(new_page: NewPage, site: Site) -> None:
    page = new_page()
    register(page, site, "Grace")

    page.goto("/settings/leaderboards/")
    page.get_by_role("link", name="Turn Hearts off…").click()
    expect(page.get_by_role("main")).to_contain_text("for 7 days (604,800 seconds)")
    page.get_by_role("link", name="Leave it on").click()
    page.get_by_role("link", name="Turn Hearts off…").click()
    page.get_by_role("button", name="Turn Hearts off").click()

    expect(page.locator(".reasons")).to_contain_text("Hearts is off under “Leaderboards”")
    page.get_by_role("button", name="Turn Hearts on").click()
    expect(page.locator(".reasons")).not_to_contain_text("Hearts is off")
    expect(page.locator(".reasons")).to_contain_text("You are banned from ranked games")
    page.get_by_role("link", name="Bans").click()
    expect(page.locator(".ban")).to_contain_text("In force")
    assert faults_of(page) == []


def test_a_bans_end_is_shown_in_the_readers_own_time(new_page: NewPage, site: Site) -> None:
    page = new_page(timezone_id="Pacific/Auckland")
    register(page, site, "Heidi")
    page.goto("/settings/leaderboards/off/")
    shown = page.locator("time[data-moment]")
    local = page.evaluate(
        """moment => new Date(moment).toLocaleTimeString("en-GB",
        {timeZone: "Pacific/Auckland", hour: "2-digit", minute: "2-digit"})""",
        shown.get_attribute("datetime"),
    )

    expect(shown).to_contain_text(local)


def test_ones_data_is_downloaded(new_page: NewPage, site: Site) -> None:
    page = new_page()
    register(page, site, "Ivan")
    page.goto("/settings/data/")

    with page.expect_download() as download:
        page.get_by_role("link", name="Download as JSON").click()

    assert download.value.suggested_filename == "low-man.json"
    found = json.loads(Path(download.value.path()).read_text())
    assert found["account"]["addresses"] == ["ivan@example.org"]


def test_an_account_is_closed_by_its_password(new_page: NewPage, site: Site, watch: Watch) -> None:
    page = new_page()
    register(page, site, "Judy")
    page.goto("/settings/data/")
    page.get_by_role("link", name="Close the account…").click()
    assert faults_of(page) == []

    page.get_by_label("Your password").fill("wrong")
    page.get_by_role("button", name="Close my account for good").click()
    expect(page.get_by_text("That password is not right.")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Close my account for good").click()

    expect(page.locator(".toasts")).to_contain_text("Your account is closed.")
    log_in(page, "Judy")
    expect(page.get_by_text("The name or the password is not right.")).to_be_visible()


def test_a_theme_chosen_anywhere_is_kept_for_every_browser(new_page: NewPage, site: Site) -> None:
    page, other = new_page(), new_page()
    register(page, site, "Mallory")

    with page.expect_response("**/settings/look/"):
        page.get_by_role("button", name="Dark").click()
    log_in(other, "Mallory")

    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_a_session_elsewhere_is_ended(new_page: NewPage, site: Site) -> None:
    page, other = new_page(), new_page()
    register(page, site, "Niaj")
    log_in(other, "Niaj")
    expect_logged_in(other, "Niaj")

    page.goto("/accounts/sessions/")
    page.get_by_role("button", name="Log out everywhere else").click()

    expect(page.locator(".entries li")).to_have_count(1)
    other.goto("/")
    expect(other.locator(".site-me")).to_contain_text("Log in")


ENTRANCE = ["login", "signup", "password/reset", "password/reset/done", "inactive"]
OWN = [
    "/settings/",
    "/settings/leaderboards/",
    "/settings/leaderboards/off/",
    "/settings/bans/",
    "/settings/data/",
    "/settings/close/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/second-step/",
    "/accounts/sessions/",
    "/accounts/reauthenticate/",
    "/accounts/logout/",
]


def check_pages(page: Page, paths: list[str]) -> None:
    """axe and the width of each page, wide and light, small and dark."""
    for path in paths:
        page.goto(path)
        for size, scheme in ((WIDE, "light"), (PHONE, "dark")):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.wait_for_timeout(200)  # colours fade over
            assert faults_of(page) == [], (path, scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


def test_every_page_before_the_log_in_is_without_faults(new_page: NewPage) -> None:
    check_pages(new_page(), [f"/accounts/{path}/" for path in ENTRANCE])


def test_every_page_of_the_settings_is_without_faults(new_page: NewPage, site: Site) -> None:
    page = new_page()
    register(page, site, "Olivia")
    check_pages(page, OWN)
