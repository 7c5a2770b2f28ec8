// The seats around the table: who sits there, how they stand, whose turn it is.

import { runBar } from "./clock.js";
import { $, button, h, redraw, unseen } from "./dom.js";
import { countdown, moment } from "./moments.js";
import { nameOf } from "./words.js";

const SVG = {
  bot: '<circle cx="16" cy="16" r="16"/><path d="M16 7.5v3M9.5 13.5a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3zM13.3 15v1.6M18.7 15v1.6M13.5 19.5h5"/>',
  open: '<circle cx="16" cy="16" r="15"/><path d="M16 11.5v9M11.5 16h9"/>',
};

function avatar(seat) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  const look = seat.kind === "player" ? `av-${seat.name.at(-1).toLowerCase()}` : seat.kind;
  svg.setAttribute("class", `avatar ${look}`);
  svg.innerHTML = SVG[seat.kind] ?? '<circle cx="16" cy="16" r="16"/><text x="16" y="21"></text>';
  if (seat.kind === "player") svg.querySelector("text").textContent = seat.name[0].toUpperCase();
  return svg;
}

/** The seat drawn at the bottom: one's own, or the first for a watcher. */
export const bottomSeat = (view) => view.you.seat ?? 0;

/** Seat → its place: "4-0" is the bottom of four, "4-1" the next to its left, clockwise. */
export function placeOf(view, seat) {
  const size = view.seats.length;
  return `${size}-${(seat - bottomSeat(view) + size) % size}`;
}

/** Seats in the order in which they are read: own first, then clockwise. */
export const clockwise = (view) => view.seats.map((_, step) => (bottomSeat(view) + step) % view.seats.length);

/** What there is to say of a seat beside its points: [class, words] or null. */
function statusOf(view, at) {
  const { hand, table, you } = view;
  const seat = view.seats[at];
  if (at === you.seat) return null;
  if (seat.kind === "player" && seat.stand_in) return ["away", "a bot plays on"];
  if (isAway(seat) && seat.back_by) {
    return ["away", ["away", h("span.long", {}, " – back by ", moment(seat.back_by)), " (", countdown(seat.back_by), ")"]];
  }
  if (isAway(seat)) return ["away", table.state === "waiting" ? "not connected" : "away"];
  if (table.state === "waiting" && table.ranked && seat.kind === "player") return ["done", "ready"];
  if (table.state !== "running" || hand?.phase !== "passing") return null;
  return seat.passed ? ["done", "has passed"] : ["choosing", "choosing"];
}

const isAway = (seat) => seat.kind === "player" && !seat.connected;

/** A seat that its ranked player has left, and who plays there: words or null. */
function goneOf(view, at) {
  const { quit, substitute, ranked_name: name } = view.seats[at];
  if (!quit) return null;
  const who = at === view.you.ranked_seat ? "you" : name;
  return substitute ? [h("span.long", {}, "substitute "), `for ${who}`] : [`for ${who}`, h("span.long", {}, ", who quit")];
}

function standing(view, at) {
  const seat = view.seats[at];
  if (view.table.state === "waiting") {
    if (seat.elo !== null) return `Elo ${seat.elo}`;
    return seat.kind === "open" ? `seat ${at + 1}` : seat.guest ? "guest" : seat.kind;
  }
  return [
    unseen("total "),
    h("b", {}, String(seat.total)),
    h("span", { class: seat.taken ? "taken some" : "taken" },
      h("span.long", {}, "this hand "),
      h("span.plus", { "aria-hidden": "true" }, "+"),
      String(seat.taken)),
  ];
}

function sitForm(seat, words) {
  const form = $("sit-form").content.firstElementChild.cloneNode(true);
  form.elements.seat.value = seat;
  const submit = form.querySelector("button");
  submit.textContent = words;
  submit.dataset.key = `seat-${seat}`;
  return form;
}

function actions(view, at) {
  const { you, table } = view;
  const { kind, name } = view.seats[at];
  const waiting = table.state === "waiting";
  const make = (command, words, label) =>
    button("small", command, words, { "data-seat": at, "data-key": `seat-${at}`, "aria-label": label });
  return [
    you.may_sit.includes(at) && sitForm(at, waiting ? "Sit here" : "Take seat"),
    waiting && kind === "open" && you.may_add_bot && make("add-bot", "Add bot", `Add bot at seat ${at + 1}`),
    waiting && kind === "bot" && you.seat !== null && make("remove-bot", "Remove", `Remove ${name}`),
    you.may_free.includes(at) && make("free-seat", "Free seat", `Free seat of ${name}`),
  ].filter(Boolean);
}

const runningBar = (deadline, limit) =>
  h("div.bar", { "aria-hidden": "true" }, h("i", { "data-deadline": deadline, "data-limit": limit }));

/** How long the others still wait: for the turn, or for an absent player. */
function bar(view, at) {
  const seat = view.seats[at];
  if (view.hand?.turn === at && seat.deadline && at !== view.you.seat) {
    return runningBar(seat.deadline, view.limit);
  }
  if (isAway(seat) && seat.back_by) return runningBar(seat.back_by, seat.back_by - seat.away_since);
  if (isAway(seat) && seat.stand_in_at && !seat.stand_in) {
    return runningBar(seat.stand_in_at, seat.stand_in_at - seat.away_since);
  }
  return null;
}

function looksOf(view, at, buttons) {
  const seat = view.seats[at];
  const turn = view.table.state === "running" && view.hand?.turn === at;
  const looks = ["seat", seat.kind, turn && "turn", isAway(seat) && "away", buttons.length && "busy"];
  return {
    class: looks.filter(Boolean).join(" "),
    "data-seat": at,
    "data-place": placeOf(view, at),
    "aria-current": turn && "true",
  };
}

/** On a narrow screen "Hazel" is enough for "Bot Hazel": its picture says the rest. */
function nameParts(view, at) {
  const { kind, name } = view.seats[at];
  if (kind === "open") return "Open seat";
  return kind === "bot" ? [h("span.long", {}, "Bot "), name.replace(/^Bot /, "")] : nameOf(view, at);
}

function drawSeat(tag, view, at) {
  const seat = view.seats[at];
  const status = statusOf(view, at);
  const gone = goneOf(view, at);
  const buttons = actions(view, at);
  const low = seat.low_man && view.table.state !== "waiting";
  return h(tag, looksOf(view, at, buttons),
    h("div.pill", {},
      avatar(seat),
      h("div.who", {},
        h("div.name", { title: seat.name }, nameParts(view, at)),
        h("div.standing", {}, standing(view, at))),
      view.hand && h("span.held", {}, String(seat.cards_left), unseen(" cards left")),
      bar(view, at)),
    h("div.marks", {},
      low && h("span.low", {}, "low man"),
      gone && h("span.status.gone", {}, gone),
      status && h("span", { class: `status ${status[0]}` }, status[1])),
    buttons.length > 0 && h("div.actions", {}, buttons));
}

export function drawSeats(view) {
  const [own, ...others] = clockwise(view);
  redraw($("seats"), others.map((at) => drawSeat("li", view, at)));
  redraw($("own"), drawSeat("div", view, own));
  for (const bit of document.querySelectorAll("[data-deadline]")) {
    const { deadline, limit } = bit.dataset;
    if (!bit.getAnimations().length) runBar(bit, Number(deadline), Number(limit));
  }
}

/** Where cards come from and go to: the middle of a seat's picture, in page coordinates. */
export function seatPoint(seat) {
  const box = document.querySelector(`.seat[data-seat="${seat}"] .avatar`).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
