// Over the whole table: the scores between two hands, and the end of the game.

import { $, h, mayMove, unseen } from "./dom.js";
import { capital, nameOf, passText } from "./words.js";

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
function standings(view, score, winner) {
  const order = view.seats.map((_, seat) => seat).sort((one, other) => view.seats[one].total - view.seats[other].total);
  const lowest = view.seats[order[0]].total;
  const alone = view.seats[order[1]].total > lowest;
  const row = (seat) => {
    const { total } = view.seats[seat];
    const gained = score?.points[seat] ?? 0;
    const low = alone && total === lowest && winner === undefined;
    return h("tr", { class: seat === winner ? "winner" : seat === view.you.seat ? "you" : null },
      h("th", { scope: "row" }, nameOf(view, seat), " ", low && h("span.low", {}, "low man"), seat === winner && h("span.low", {}, "winner")),
      h("td", {}, score && `+${gained}`, score?.queen === seat && h("span.queen", {}, h("span", { "aria-hidden": "true" }, "Q"), unseen(" with the queen of spades"))),
      h("td.total", { "data-from": total - gained, "data-to": total }, String(total)));
  };
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "This hand"), h("th", { scope: "col" }, "Total"))),
    h("tbody", {}, order.map(row)));
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
  const moveFocus = document.activeElement === document.body || $("felt").contains(document.activeElement);
  curtain.dataset.showing = key;
  curtain.replaceChildren(h("div.sheet-card", {}, children));
  cover(true);
  curtain.querySelectorAll("[data-from]").forEach(countUp);
  if (moveFocus) (curtain.querySelector("button.primary") ?? curtain).focus({ preventScroll: true });
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
    next && h("p.fine", {}, `Next: hand ${next.number}, ${passText(next.direction)}.`),
    h("button.primary", { type: "button", "data-do": "continue" }, "Continue"));
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
    h("ol", { tabindex: 0, "aria-label": "Seeds" }, seeds.map((seed) => h("li", {}, h("code", {}, seed)))));
}

export function showResult(view) {
  const { winner } = view.result;
  const score = view.scores.at(-1);
  const showing = $("curtain").querySelector("form button");
  if ($("curtain").dataset.showing === "result" && showing) {
    showing.textContent = againWords(view);
    return;
  }
  open("result",
    h("div.crest", { "aria-hidden": "true" }),
    h("h2", {}, winner === view.you.seat ? "You win" : `${capital(nameOf(view, winner))} wins`),
    h("p.fine", {}, `${view.scores.length} ${view.scores.length === 1 ? "hand" : "hands"} to ${view.table.target} points`),
    moonLine(view, score),
    standings(view, score, winner),
    h("div.row", {}, againForm(view), h("button.narrow", { type: "button", "data-do": "panels" }, "Scores"),
      h("a.button", { href: $("game").dataset.home }, "Home")),
    deals(view));
}
