"""Hands on the game page: what a player does there, by mouse or by keyboard."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page, Position
from websockets.sync.client import connect

from tests.live import Site

MOVES = 3000
IN_VAIN = 15
# The part of a card that no other card covers.
CORNER = Position(x=12, y=14)


def practise(page: Page, *, size: int = 4, target: int | None = None) -> str:
    """Starts a practice game from the home page; returns the table's code."""
    if target is not None:
        # The form on the home page is for 100; a shorter game takes the same form by script.
        page.evaluate(
            """target => { const field = document.createElement("input");
            field.type = "hidden"; field.name = "target"; field.value = target;
            document.querySelector(".offer-form").append(field); }""",
            target,
        )
    page.locator(f".offer-form label:has(input[value='{size}'])").click()
    page.locator(".offer-form").get_by_role("button").click()
    page.wait_for_selector("#hand .card")
    return page.url.rstrip("/")[-6:]


def is_over(page: Page) -> bool:
    return page.locator("#curtain[data-showing=result]").count() > 0


def by_mouse(page: Page) -> None:
    """Makes the one move that the page asks for, if it asks for any."""
    if page.locator("#curtain [data-do=continue]").count():
        page.locator("#curtain [data-do=continue]").click(timeout=1000)
    elif page.locator("#hand .card[aria-pressed]").count():
        while page.locator("#hand .card[aria-pressed=true]").count() < 3:
            page.locator("#hand .card[aria-pressed=false]").last.click(
                timeout=1000, position=CORNER
            )
        page.locator("[data-do=pass]").click(timeout=1000)
    elif page.locator("#hand .card.ok").count():
        page.locator("#hand .card.ok").first.click(timeout=1000, position=CORNER)
    else:
        page.wait_for_timeout(20)


def by_keyboard(page: Page) -> None:
    """The same without a mouse: arrow keys, Enter, Space and Tab."""
    if page.locator("#curtain [data-do=continue]").count():
        page.locator("#curtain [data-do=continue]").press("Enter", timeout=1000)
    elif page.locator("#hand .card[aria-pressed]").count():
        _tab_to(page, "#hand .card")
        while page.locator("#hand .card[aria-pressed=true]").count() < 3:
            if page.locator("#hand .card[aria-pressed=true]:focus").count() == 0:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        _tab_to(page, "[data-do=pass]")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-do=pass]", state="detached", timeout=5000)
    elif page.locator("#hand .card.ok").count():
        _tab_to(page, "#hand .card")
        for _ in range(20):
            if page.locator("#hand .card.ok:focus").count():
                page.keyboard.press("Enter")
                return
            page.keyboard.press("ArrowRight")
    else:
        page.wait_for_timeout(20)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def play_to_the_end(page: Page, move: Callable[[Page], None] = by_mouse) -> None:
    """Plays until the result shows; a page that redraws under the hand is just tried again."""
    in_vain = 0
    for _ in range(MOVES):
        if is_over(page):
            return
        try:
            move(page)
            in_vain = 0
        except Error:
            in_vain += 1
            if in_vain > IN_VAIN:
                raise
    raise AssertionError("the game does not end")


def play_on_a_second_device(page: Page, site: Site, table: str) -> dict[str, Any]:
    """The page's player plays the last of the legal cards elsewhere; returns the message."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    origin: Any = site.urls[0]
    address = f"{origin.replace('http', 'ws', 1)}/ws/tables/{table}/"
    with connect(address, origin=origin, additional_headers={"Cookie": cookies}) as socket:
        view = json.loads(socket.recv(timeout=10))["view"]
        turn = {"hand": view["hand"]["number"], "trick": view["hand"]["trick"]}
        move = {"id": 1, "type": "play", **turn, "card": view["you"]["legal"][-1]}
        socket.send(json.dumps(move))
        while (answer := json.loads(socket.recv(timeout=10)))["type"] == "update":
            pass
        assert answer["type"] == "ok", answer
    return move
