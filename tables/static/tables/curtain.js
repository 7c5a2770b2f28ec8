// Over the whole table: the scores between two hands, and the end of the game.

import { $, button, h, mayMove, redraw } from "./dom.js";
import { queenMark } from "./panels.js";
import { rankedObject, ratingLines } from "./stakes.js";
import { nameOf, passText, plain, wonBy } from "./words.js";

const COUNT_MS = 900;

function countUp(cell) {
  const from = Number(cell.dataset.from);
  const to = Number(cell.dataset.to);
  if (!mayMove() || from === to) return;
  const start = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - start) / COUNT_MS));
    cell.textContent = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    if (part < 1 && cell.isConnected) requestAnimationFrame(step);
  };
  step(start);
}

/** Rows by total; `score` is the hand that has just ended. */
function standings(view, score, winners = []) {
  const totalOf = (seat) => view.seats[seat].total;
  const order = view.seats.map((_, seat) => seat).sort((one, other) => totalOf(one) - totalOf(other));
  const heads = ["Player", "This hand", "Total"].map((text) => h("th", { scope: "col" }, text));
  const row = (seat) => {
    const total = totalOf(seat);
    const gained = score?.points[seat] ?? 0;
    return h("tr", { class: winners.includes(seat) ? "winner" : null },
      h("th", { scope: "row" }, nameOf(view, seat), " ", mark(view, seat, winners)),
      h("td", {}, score && `+${gained}`, score?.queen === seat && queenMark()),
      h("td.total", { "data-from": total - gained, "data-to": total }, String(total)));
  };
  return h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, order.map(row)));
}

function mark(view, seat, winners) {
  if (winners.length && view.seats[seat].quit) return h("span.fine", {}, `for ${rankedObject(view, seat)}, who quit`);
  if (winners.includes(seat)) return h("span.low", {}, "winner");
  return !winners.length && view.seats[seat].low_man && h("span.low", {}, "low man");
}

function moonLine(view, score) {
  if (!score || score.shooter === null || score.shooter === undefined) return null;
  return h("p.moon", {}, `${nameOf(view, score.shooter)} shot the moon: 26 to everybody else.`);
}

const COVERED = ["info", "flags", "seats", "centre", "mine"];

function cover(covered) {
  $("curtain").hidden = !covered;
  for (const id of COVERED) $(id).inert = covered;
}

function open(key, ...children) {
  const curtain = $("curtain");
  const focused = document.activeElement;
  const moveFocus = focused === document.body || $("felt").contains(focused);
  curtain.dataset.showing = key;
  curtain.replaceChildren(h("div.sheet-card", {}, children));
  cover(true);
  curtain.querySelectorAll("[data-from]").forEach(countUp);
  if (moveFocus) curtain.querySelector("button.primary").focus({ preventScroll: true });
}

export function closeCurtain() {
  const curtain = $("curtain");
  if (curtain.hidden) return false;
  const held = curtain.contains(document.activeElement);
  delete curtain.dataset.showing;
  cover(false);
  curtain.replaceChildren();
  return held;
}

export function showHandScore(view, next) {
  const score = view.scores.at(-1);
  open(`hand-${score.hand}`,
    h("h2", {}, `Hand ${score.hand} is over`),
    moonLine(view, score),
    standings(view, score),
    next?.number > score.hand && h("p.fine", {}, `Next: hand ${next.number}, ${passText(next.direction)}.`),
    button("primary", "continue", "Continue"));
}

const againWords = (view) => (view.result.again ? "Join the next game" : "Play again");

function againForm(view) {
  const form = $("again-form").content.firstElementChild.cloneNode(true);
  form.querySelector("button").textContent = againWords(view);
  return form;
}

function deals(view) {
  const { seeds } = view.result;
  if (!seeds?.length) return null;
  return h("details.deals", {},
    h("summary", {}, "Check the deals"),
    h("p.fine", {}, "The seed of each hand. Its SHA-256 was shown before the pass."),
    h("ol", { tabindex: 0, "aria-label": "Seeds" },
      seeds.map((seed) => h("li", {}, h("code", {}, seed)))));
}

export function showResult(view) {
  const { winners } = view.result;
  const score = view.scores.at(-1);
  const hands = view.scores.length === 1 ? "1 hand" : `${view.scores.length} hands`;
  if ($("curtain").dataset.showing === "result") {
    $("curtain").querySelector("form button").textContent = againWords(view);
    drawRatings(view);
    return;
  }
  open("result",
    !view.table.ranked && h("div.crest", { "aria-hidden": "true" }),
    h("h2", {}, plain(wonBy(view, winners))),
    h("p.fine", {}, `${view.table.ranked ? "Ranked game: " : ""}${hands} to ${view.table.target} points`),
    moonLine(view, score),
    standings(view, score, winners),
    h("section.ratings", { id: "ratings", "aria-live": "polite" }),
    h("div.row.ending", {}, againForm(view), button("narrow", "panels", "Scores"),
      h("a.button", { href: $("game").dataset.home }, "Home")),
    deals(view));
  drawRatings(view);
}

/** The ratings come after the result, in an update of their own. */
function drawRatings(view) {
  redraw($("ratings"), ...(ratingLines(view) ?? []));
}
