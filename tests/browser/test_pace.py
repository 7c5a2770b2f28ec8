"""A trick at the real pace: one can follow what is played."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.playing import by_mouse, practise
from tests.live import ServicesSite, Site

CARD_MS, TRICK_MS = 700, 1100
ME = 0  # who practises sits on the first seat, and plays when they like
# What a busy browser may be late with the one card and not with the next.
LATE_MS = 200

# Notes when each card comes to lie in the trick, and when it begins to leave.
WATCH = """() => {
  window.seen = [];
  const note = kind => node => {
    if (!node.matches?.(".card")) return;
    const { card, by } = node.dataset;
    if (!window.seen.some(other => other.kind === kind && other.card === card))
      window.seen.push({ kind, card, by: Number(by), at: performance.now() });
  };
  new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") [...addedNodes].forEach(note("laid"));
      else if (target.matches(".leaving")) note("gathered")(target);
    }
  }).observe(document.getElementById("trick"),
    { childList: true, subtree: true, attributeFilter: ["class"] });
}"""


@dataclass
class Seen:
    kind: str
    card: str
    by: int
    at: float


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that nobody has hurried."""
    folder = tmp_path_factory.mktemp("site")
    pace = {"PACE_CARD_MS": str(CARD_MS), "PACE_TRICK_MS": str(TRICK_MS), "PACE_SCORE_MS": "6000"}
    running = ServicesSite(folder, pace) if os.environ.get("DATABASE_URL") else Site(folder, pace)
    running.start()
    yield running
    running.stop()


def seen_on(page: Page) -> list[Seen]:
    notes: list[dict[str, Any]] = page.evaluate("window.seen")
    return [Seen(**note) for note in notes]


def test_the_cards_of_a_trick_are_shown_one_after_the_other_then_gathered(
    new_page: NewPage,
) -> None:
    page = new_page()
    practise(page)
    page.wait_for_selector("#hand .card[aria-pressed]")
    page.evaluate(WATCH)
    by_mouse(page)
    for number in (1, 2, 3):
        page.wait_for_selector(f"#info:has-text('Trick {number} ')")
        page.wait_for_selector("#hand .card.ok")
        by_mouse(page)
    page.wait_for_selector("#info:has-text('Trick 4 ')")

    seen = seen_on(page)
    laid = [note for note in seen if note.kind == "laid"]
    gathered = [note for note in seen if note.kind == "gathered"]
    for number in range(3):
        trick = laid[4 * number : 4 * number + 4]
        leader = trick[0].by
        assert [note.by for note in trick] == [(leader + step) % 4 for step in range(4)]
        for before, after in pairwise(trick):
            if after.by != ME:
                assert after.at - before.at >= CARD_MS - LATE_MS
        taken = [note for note in gathered if note.card in {other.card for other in trick}]
        assert len(taken) == 4
        assert min(note.at for note in taken) - trick[-1].at >= TRICK_MS - LATE_MS
    for number in (1, 2):
        first = laid[4 * number]
        assert first.at > max(note.at for note in gathered[: 4 * number])
    gaps = [round(after.at - before.at) for before, after in pairwise(laid)]
    print(f"ms between the cards: {gaps}")
