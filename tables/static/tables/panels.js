// Beside the table: what it is, the score sheet, the log.

import { $, h, redraw, unseen } from "./dom.js";
import { arrow } from "./middle.js";
import { clockwise } from "./seats.js";
import { stakeTable } from "./stakes.js";
import { nameOf, passText, plain, sentences, whyNot } from "./words.js";

const LOG_LINES = 120;

/** "Q" beside the points of whoever took the queen of spades. */
export const queenMark = () =>
  h("span.queen", {}, h("span", { "aria-hidden": "true" }, "Q"), unseen(", with the queen of spades"));

function cell(score, seat) {
  return h("td", {}, String(score.points[seat]),
    score.queen === seat && score.shooter !== seat && queenMark(),
    score.shooter === seat && h("span.shot", { title: "shot the moon" }, unseen(", shot the moon")));
}

/** A column is narrow: of "Bot Fern" it shows "Fern", of "guest-4821" "g-4821", or "4821" among five. */
function head(name, columns) {
  const short = name.replace(/^Bot /, "").replace(/^guest-/, columns > 4 ? "" : "g-");
  return h("th", { scope: "col", title: name }, h("span", { "aria-hidden": "true" }, short), unseen(name));
}

function sheet(view) {
  const order = clockwise(view);
  const heads = order.map((seat) => head(nameOf(view, seat), order.length));
  const rows = view.scores.map((score) => h("tr", {},
    h("th", { scope: "row", title: passText(score.direction) },
      String(score.hand),
      unseen(`, ${passText(score.direction)}`),
      score.direction !== "hold" && arrow(score.direction)),
    order.map((seat) => cell(score, seat))));
  const total = ({ total: points, low_man: low }) => h("td", { class: low ? "lowest" : null }, String(points));
  return h("table.scores", { "data-size": order.length },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), heads)),
    h("tbody", {}, rows),
    h("tfoot", {}, h("tr", {},
      h("th", { scope: "row" }, "Total"),
      order.map((seat) => total(view.seats[seat])))));
}

let folded = false; // the stakes give room to the score sheet once, when the game begins

function drawStakes(view) {
  const part = $("stakes-part");
  const stakes = view.table.state === "over" ? null : stakeTable(view);
  part.hidden = !stakes;
  if (view.hand && !folded) part.open = false;
  folded = Boolean(view.hand);
  redraw($("stakes"), ...(stakes ?? []));
}

export function drawPanels(view) {
  const { table, you } = view;
  const kind = table.ranked ? "Ranked" : table.private ? "Private" : "Regular";
  redraw($("about"), `${kind} · ${table.size} seats · to ${table.target} points`);
  redraw($("why-not"), ...(table.state === "running" ? whyNot(view) : []));
  const begun = view.hand || view.scores.length;
  redraw($("scores"), begun ? sheet(view) : h("p.fine", {}, "The score sheet begins with the first hand."));
  drawStakes(view);
  const seated = you.seat !== null;
  $("leave").hidden = !(seated && you.may_leave && table.state !== "over" && table.state !== "closed");
  $("home-link").hidden = !$("leave").hidden;
  $("copy").hidden = table.state === "closed";
}

function line(sentence, kind) {
  return h("li", { class: kind }, sentence.map((part) => (Array.isArray(part) ? h("b", {}, part[0]) : part)));
}

let atEnd = true; // the log shows its last line, and goes on doing so

export function setUpLog() {
  const log = $("log");
  let height = 0; // a change of it scrolls, too, but that is not the reader's doing
  log.addEventListener("scroll", () => {
    if (log.clientHeight === height) atEnd = log.scrollHeight - log.scrollTop - height < 40;
  });
  new ResizeObserver(() => {
    height = log.clientHeight;
    if (atEnd) log.scrollTop = log.scrollHeight;
  }).observe(log);
}

/** Add a sentence to the log, and let screen readers hear it. */
export function note(sentence, { kind = "", aloud = true } = {}) {
  const log = $("log");
  log.append(line(sentence, kind || null));
  while (log.children.length > LOG_LINES) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
  if (aloud) say(plain(sentence));
}

/** For screen readers only. */
export function say(text) {
  const said = $("said");
  said.append(h("p", {}, text.endsWith(".") ? text : `${text}.`));
  while (said.children.length > 20) said.firstChild.remove();
}

let told = new Set(); // what the log has of this hand: its start, cards, tricks by number

/** The log has this event. */
export function remember(event, view) {
  if (event.kind === "dealt") told = new Set([`hand ${event.hand}`]);
  if (event.kind === "played") told.add(event.card);
  if (event.kind === "trick_taken") told.add(view.hand?.tricks.length);
}

/** Tell, without a voice, what of this hand was missed: before one came, or while the line was down. */
export function recall(view) {
  const { hand, table } = view;
  if (!hand || table.state !== "running") return;
  if (!told.has(`hand ${hand.number}`)) told = new Set();
  const tell = (key, sentence, kind) => {
    if (!told.has(key)) note(sentence, { kind, aloud: false });
    told.add(key);
  };
  const tellCards = (cards) => cards.forEach(({ seat, card }, at) => {
    tell(card, sentences.played(view, seat, card, at === 0, false));
  });
  tell(`hand ${hand.number}`, sentences.dealt(hand.number, hand.direction), "head");
  hand.tricks.forEach((trick, at) => {
    tellCards(trick.cards);
    tell(at + 1, sentences.taken(view, trick.taker, trick.points), "took");
  });
  tellCards(hand.cards);
}
