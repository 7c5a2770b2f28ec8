// The sheet: tricks of this hand; on small screens scores and log.

import { cardName, face } from "./cards.js";
import { $, button, h, redraw, unseen } from "./dom.js";
import { drawCorners } from "./middle.js";
import { missedTricks, sawAll } from "./missed.js";
import { nameOf, points } from "./words.js";

let returnPanels = null;
let page = null;

function openSheet(title) {
  $("sheet-title").textContent = title;
  if (!$("sheet").open) $("sheet").showModal();
}

export function showPanels() {
  const panels = $("panels");
  const home = panels.parentElement;
  $("sheet-body").replaceChildren(panels);
  returnPanels = () => home.append(panels);
  openSheet("Scores and log");
}

/** Called when a dialog has closed, in whatever way. */
function tidy() {
  returnPanels?.();
  returnPanels = null;
  page = null;
  $("sheet-body").replaceChildren();
}

function trickCards(view, trick) {
  const cards = trick.cards.map(({ seat, card }) => {
    const took = seat === trick.taker;
    return h("li", { class: took ? "taker" : null },
      face(card),
      unseen(`${cardName(card)}, `),
      h("span", {}, nameOf(view, seat)),
      took && unseen(" (took the trick)"));
  });
  return h("ol.shown-trick", {}, cards);
}

function drawTricks(view) {
  const { tricks, tricks_in_hand } = view.hand;
  const trick = tricks[page];
  const turn = (by, words) =>
    button("small", "turn-page", words, { "data-by": by, "data-key": `page${by}`, disabled: !tricks[page + by] });
  redraw($("sheet-body"),
    h("div.pager", {},
      turn(-1, "Earlier"),
      h("p", { "aria-live": "polite" }, `Trick ${page + 1} of ${tricks_in_hand}`),
      turn(1, "Later")),
    trickCards(view, trick),
    h("p.fine", {}, `${nameOf(view, trick.taker)} took it: ${trick.points ? points(trick.points) : "no points"}.`));
}

/** Look at the last trick, or the first that one has missed, and from there at any of this hand (rule 7). */
export function showTricks(view) {
  if (!view.hand?.tricks.length) return;
  page = missedTricks(view)[0] ?? view.hand.tricks.length - 1;
  sawAll(view);
  drawCorners(view);
  drawTricks(view);
  openSheet("Tricks of this hand");
}

export function turnPage(view, by) {
  if (page === null || !view.hand?.tricks[page + by]) return;
  page += by;
  drawTricks(view);
}

export function setUpDialogs() {
  $("sheet").addEventListener("close", tidy);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  matchMedia("(min-width: 1000px)").addEventListener("change", () => returnPanels && $("sheet").close());
}
