// What lies in the middle of the table when no trick does: waiting for players, the pass, notes.

import { wantsAlerts } from "./alerts.js";
import { face } from "./cards.js";
import { $, button, h, redraw, unseen } from "./dom.js";
import { missedTricks } from "./missed.js";
import { seconds } from "./moments.js";
import { stakeSentence } from "./stakes.js";
import { list, nameOf, passDirection, passText, receiverOf, whyNot } from "./words.js";

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
  const direction = passDirection(hand.direction);
  if (you.seat === null) return note(`Everyone is choosing 3 cards to pass ${direction}.`);
  const cards = you.passed ?? [...chosen];
  const to = nameOf(view, receiverOf(view, you.seat));
  const ready = chosen.size === 3;
  const words = ready ? "Pass these 3 cards" : `${chosen.size} of 3 chosen`;
  const state = { "data-key": "pass", "aria-disabled": !ready && "true" };
  return h("div.pass", {},
    h("p.pass-to", {}, arrow(hand.direction), you.passed ? `Passed to ${to}` : `Pass ${direction}, to ${to}`),
    h("ol.slots", { "aria-hidden": "true" }, [0, 1, 2].map((at) => slot(cards[at]))),
    you.must_pass && button("primary pass-button", "pass", words, state));
}

const note = (text, ...more) => h("div.note", {}, h("p", {}, text), more);

function startButton({ you }, open) {
  const key = { "data-key": "start" };
  if (you.may_start) return button("primary", "start", "Start the game", key);
  return you.may_add_bot && open > 0 && button("primary", "fill", "Fill with bots and start", key);
}

/** The countdown of a full ranked table; who is not ready gives the seat up at no cost. */
function starting(view) {
  const { start_at: at, you } = view;
  return h("div.lobby", {},
    h("h2", {}, "Starts in ", seconds(at), " s"),
    h("p", {}, "Everybody is here."),
    stakeSentence(view),
    you.seat !== null && h("div.row", {}, button("on-felt", "stand-up", "Not ready", { "data-key": "stand-up" })),
    h("p.fine", {}, "Once it has started, leaving is quitting."));
}

/** A ranked table starts by itself; until then one may stand up again. */
function rankedWaiting(view) {
  const { you, seats } = view;
  const open = seats.filter((seat) => seat.kind === "open").length;
  const away = seats.filter(({ kind, connected }) => kind === "player" && !connected);
  const seated = you.seat !== null;
  return h("div.lobby", {},
    h("h2", {}, open ? "Waiting for players" : `Waiting for ${list(away.map(({ name }) => name))}`),
    h("p", {}, `${seats.length - open} of ${seats.length} seats taken`),
    h("p.fine", {}, "The ranked game starts by itself once everybody is here."),
    stakeSentence(view),
    h("div.row", {},
      seated && !wantsAlerts() && button("primary", "alerts", "Call me when it starts", { "data-alerts": "on", "data-key": "call" }),
      button("on-felt", "copy-invite", "Copy link", { "data-key": "copy" }),
      seated && button("on-felt", "stand-up", "Leave the seat", { "data-key": "stand-up" })),
    seated && wantsAlerts() && h("p.fine", {}, "You will be called when it starts, also in another tab."),
    you.may_not_sit.length > 0 && h("div.why-not", {}, whyNot(view)),
    you.may_sit.length > 0 && h("p.fine", {}, "Take a seat to play, or stay and watch."));
}

function waiting(view) {
  if (view.start_at) return starting(view);
  if (view.table.ranked) return rankedWaiting(view);
  const { you, seats, table } = view;
  const open = seats.filter((seat) => seat.kind === "open").length;
  const line = open ? `${seats.length - open} of ${seats.length} seats taken` : "All seats are taken";
  return h("div.lobby", {},
    h("h2", {}, open ? "Waiting for players" : "Ready to start"),
    h("p", {}, line),
    h("p.fine", {}, `Regular game to ${table.target} points${table.private ? ", by invitation" : ""}`),
    h("div.row", {},
      startButton(view, open),
      button("on-felt", "copy-invite", table.private ? "Copy invite link" : "Copy link", { "data-key": "copy" })),
    you.may_not_sit.length > 0 && h("div.why-not", {}, whyNot(view)),
    you.seat === null && you.may_sit.length > 0 && h("p.fine", {}, "Take a seat to play, or stay and watch."));
}

function closed() {
  const home = { href: $("game").dataset.home };
  return note("This table is closed.", h("a.button.on-felt", home, "Back to the home page"));
}

function paused({ you }) {
  const when = you.seat === null ? "when a player is back" : "in a moment";
  return note("The game rests.", h("p.fine", {}, `It goes on ${when}.`));
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

function brokenSign() {
  return h("span.flag.broken", { title: "Hearts are broken" },
    h("span.heart", { "aria-hidden": "true" }),
    unseen("hearts broken"),
    h("span.word", { "aria-hidden": "true" }, "broken"));
}

function trickCount({ phase, trick, tricks_in_hand: all }) {
  return phase === "passing" ? "Passing" : `Trick ${Math.min(trick, all)} of ${all}`;
}

function tricksButton(view) {
  const missed = missedTricks(view).length;
  const words = missed ? `${missed} missed ${missed === 1 ? "trick" : "tricks"}` : "Last trick";
  return button(missed ? "flag missed" : "flag", "tricks", words, { "data-key": "tricks" });
}

/** Top left: hand, pass, trick. Top right: the signs and what can be looked at. */
export function drawCorners(view) {
  const { hand, table, you } = view;
  const playing = hand && table.state === "running";
  redraw($("info"),
    playing && h("p", {},
      h("b", {}, `Hand ${hand.number}`),
      h("span", { class: hand.phase }, ` · ${passText(hand.direction)}`)),
    playing && h("p", {}, trickCount(hand)),
    you.seat === null && table.state !== "closed" && h("p.watch-note", {}, "You are watching"));
  redraw($("flags"),
    playing && hand.hearts_broken && brokenSign(),
    playing && hand.tricks.length > 0 && tricksButton(view),
    button("flag narrow", "panels", table.state === "waiting" ? "Menu" : "Scores", { "data-key": "panels" }));
}
