"""A whole ranked game in browsers, with a return, a quit and a substitute."""

import json
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

PLAY_ON = """
from tests.tables.playing import play_on, state_of
table = state_of({code!r})
play_on({code!r}, *Player.objects.filter(pk__in=table.players), until=lambda table: False)
"""
BOOKS = """
import json
from accounts.models import Player, RankedBan
from ranking.models import QueenEntry, RatingChange
people = {{p.name: p for p in Player.objects.filter(name__in={names!r})}}
print(json.dumps({{
    "changes": {{c.player.name: [c.delta, c.fine, c.before, c.after, c.place, c.total]
                for c in RatingChange.objects.select_related("player")}},
    "bans": [[b.player.name, b.reason, b.end_ms - b.start_ms] for b in RankedBan.objects.all()],
    "queens": [[q.entry.player.name, q.hand, q.why_not, q.drop]
               for q in QueenEntry.objects.select_related("entry__player")],
    "ratings": {{name: [p.rating.elo, p.rating.holds, p.rating.drops]
                for name, p in people.items()}},
    "finished": {{name: p.games_finished for name, p in people.items()}},
}}))
"""


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


def test_four_play_a_ranked_game_with_a_return_a_quit_and_a_substitute(  # noqa: PLR0915 - one game
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
    anton, berta, conrad, dora = pages.values()
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
    expect(anton.locator("#log")).to_contain_text("Conrad quit the game. That costs 20.49 points")
    expect(anton.locator("#seats")).to_contain_text("for Conrad, who quit")

    # A guest takes the seat from the list of open tables.
    guest = new_page()
    guest.locator(f".table-card[data-code='{code}']").get_by_role(
        "button", name=re.compile("Take the seat")
    ).click()
    guest.wait_for_selector("#hand .card")
    expect(anton.locator("#seats .seat.player")).to_have_count(3)
    assert cards_left(guest) > 0
    expect(guest.locator("#own")).to_contain_text("substitute for Conrad")
    expect(guest.locator("#flags")).to_contain_text("missed trick")

    # Hundreds of clicks later the game is over: the same players make those moves by command.
    at_the_site(site, PLAY_ON.format(code=code))
    players = [anton, berta, dora, guest]
    for page in players:
        page.wait_for_selector("#curtain[data-showing=result]", timeout=30_000)
    expect(anton.locator("#ratings")).to_contain_text("Quit: 5.65 for the loss")
    anton.wait_for_timeout(800)  # the sheet has risen
    assert faults_of(anton) == []

    books = json.loads(at_the_site(site, BOOKS.format(names=list(ELOS))))
    changes = books["changes"]
    assert set(changes) == set(ELOS)
    totals = {name: changes[name][5] for name in ELOS if name != "Conrad"}
    winners = [name for name, total in totals.items() if total == min(totals.values())]
    pot = sum(loss for name, loss in LOSS.items() if name not in winners)
    for name, (delta, fine, before, after, place, _) in changes.items():
        gain = pot / len(winners) if name in winners else -LOSS[name]
        charged = 14.84 if name == "Conrad" else 0
        assert before == ELOS[name]
        assert delta == pytest.approx(gain, abs=1e-6)
        assert fine == pytest.approx(charged, abs=1e-6)
        assert after == pytest.approx(before + gain - charged, abs=1e-6)
        assert (place is None) == (name == "Conrad")
        assert books["ratings"][name][0] == pytest.approx(after, abs=1e-6)
        shown = f"{'+' if after > before else '−'}{abs(after - before):.2f}"
        expect(anton.locator("#ratings")).to_contain_text(shown)
    assert books["bans"] == [["Conrad", "quit", 3_600_000]]
    for name, (_, holds, drops) in books["ratings"].items():
        own = [queen for queen in books["queens"] if queen[0] == name and queen[2] == ""]
        assert (holds, drops) == (len(own), sum(queen[3] for queen in own))
    assert books["finished"] == {"Anton": 11, "Berta": 11, "Conrad": 10, "Dora": 11}
    anton.goto("/")
    expect(anton.locator(".own-elo")).to_contain_text(str(int(changes["Anton"][3] + 0.5)))
