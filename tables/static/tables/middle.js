// What lies in the middle of the table when no trick does: waiting for players, the pass, notes.

import { face } from "./cards.js";
import { $, h, redraw, unseen } from "./dom.js";
import { nameOf, passDirection, passText, receiverOf } from "./words.js";

const ANGLES = { left: 180, right: 0, across: -90, two_left: -125, two_right: -55 };

export function arrow(direction) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("class", "arrow");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = `<g transform="rotate(${ANGLES[direction]} 16 16)"><path d="M4 16h22M17 7l9 9-9 9"/></g>`;
  return svg;
}

const slot = (card) => h("li.slot", {}, card ? face(card) : null);

function passing(view, chosen) {
  const { you, hand } = view;
  if (you.seat === null) return note(`Everyone is choosing 3 cards to pass ${passDirection(hand.direction)}.`);
  const cards = you.passed ?? [...chosen];
  const to = nameOf(view, receiverOf(view, you.seat));
  const ready = chosen.size === 3;
  return h("div.pass", {},
    h("p.pass-to", {}, arrow(hand.direction), you.passed ? `Passed to ${to}` : `Pass ${passDirection(hand.direction)}, to ${to}`),
    h("ol.slots", { "aria-hidden": "true" }, [0, 1, 2].map((at) => slot(cards[at]))),
    you.must_pass && h("button.primary.pass-button", { type: "button", "data-do": "pass", "data-key": "pass", "aria-disabled": !ready && "true" },
      ready ? "Pass these 3 cards" : `${chosen.size} of 3 chosen`));
}

const note = (text, ...more) => h("div.note", {}, h("p", {}, text), more);

function waiting(view) {
  const { you, seats, table } = view;
  const open = seats.filter((seat) => seat.kind === "open").length;
  const line = open ? `${seats.length - open} of ${seats.length} seats taken` : "All seats are taken";
  return h("div.lobby", {},
    h("h2", {}, open ? "Waiting for players" : "Ready to start"),
    h("p", {}, line),
    h("p.fine", {}, `Regular game to ${table.target} points${table.private ? ", by invitation" : ""}`),
    h("div.row", {},
      you.may_start && h("button.primary", { type: "button", "data-do": "start", "data-key": "start" }, "Start the game"),
      !you.may_start && you.may_add_bot && open > 0 && h("button.primary", { type: "button", "data-do": "fill", "data-key": "start" }, "Fill with bots and start"),
      h("button.on-felt", { type: "button", "data-do": "copy-invite", "data-key": "copy" }, table.private ? "Copy invite link" : "Copy link")),
    you.seat === null && h("p.fine", {}, you.may_sit.length ? "Take a seat to play, or stay and watch." : "You are watching."));
}

function closed() {
  return note("This table is closed.", h("a.button.on-felt", { href: $("game").dataset.home }, "Back to the home page"));
}

function paused(view) {
  return note("The game rests.", h("p.fine", {}, view.you.seat === null ? "It goes on when a player is back." : "It goes on in a moment."));
}

/** chosen: the set of cards raised for the pass. */
export function drawMiddle(view, chosen) {
  const { table, hand } = view;
  let content = null;
  if (table.state === "closed") content = closed();
  else if (table.state === "waiting") content = waiting(view);
  else if (table.paused) content = paused(view);
  else if (table.state === "running" && hand?.phase === "passing") content = passing(view, chosen);
  redraw($("middle"), content);
}

function heart() {
  return h("span.heart", { "aria-hidden": "true" });
}

/** Top left: hand, pass, trick. Top right: the signs and what can be looked at. */
export function drawCorners(view) {
  const { hand, table, you } = view;
  const playing = hand && table.state === "running";
  redraw($("info"),
    playing && h("p", {}, h("b", {}, `Hand ${hand.number}`), h("span", { class: hand.phase }, ` · ${passText(hand.direction)}`)),
    playing && h("p", {}, hand.phase === "passing" ? "Passing" : `Trick ${Math.min(hand.trick, hand.tricks_in_hand)} of ${hand.tricks_in_hand}`),
    you.seat === null && table.state !== "closed" && h("p.watch-note", {}, "You are watching"));
  redraw($("flags"),
    playing && hand.hearts_broken && h("span.flag.broken", { title: "Hearts are broken" }, heart(), unseen("hearts broken"), h("span.word", { "aria-hidden": "true" }, "broken")),
    playing && hand.tricks.length > 0 && h("button.flag", { type: "button", "data-do": "tricks", "data-key": "tricks" }, "Last trick"),
    h("button.flag.narrow", { type: "button", "data-do": "panels", "data-key": "panels" }, table.state === "waiting" ? "Menu" : "Scores"));
}
