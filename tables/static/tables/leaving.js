// The question before leaving; at a ranked game it states the price.

import { serverNow } from "./clock.js";
import { $, h } from "./dom.js";
import { moment } from "./moments.js";
import { percent, signed, wholeElo } from "./stakes.js";

function whatLeavingDoes({ seats, table, you }) {
  const others = seats.some((seat, at) => seat.kind === "player" && at !== you.seat);
  if (table.state === "waiting") return others ? "Your seat becomes free." : "You are the only player here, so the table is closed.";
  if (table.ranked && seats[you.seat].substitute) return "A bot plays on, and the seat is open to others again.";
  if (table.ranked) return "Everybody else has quit, so you have won already. A bot plays your cards to the end.";
  if (!others) return "You are the only player here, so the table is closed.";
  return "A bot plays on for you. You can come back to your seat as long as nobody else has taken it.";
}

/** Leaving costs nothing. */
export function askLeave(view) {
  quitting = false;
  ask("Leave this table?", "Leave table", h("p", {}, `${whatLeavingDoes(view)} There is no penalty.`));
}

let quitting = false;

/** Whether the question that stands open is about quitting. */
export const isQuitting = () => quitting;

function ask(title, words, ...body) {
  $("leave-title").textContent = title;
  $("leave-yes").textContent = words;
  $("leave-text").replaceChildren(...body);
  $("sheet").close();
  $("leave-dialog").showModal();
}

const row = (what, much, kind) => h("div", { class: kind }, h("dt", {}, what), h("dd", {}, much));

/** Leaving is quitting. price: as the server has stated it; see `Price` in protocol.py. */
export function askQuit(view, price) {
  quitting = true;
  const stake = view.seats[view.you.seat].stake;
  const length = price.ban_until - serverNow();
  const until = h("span", {}, moment(price.ban_until));
  const chance = stake ? `, by your chance of ${percent(stake.chance)}` : "";
  ask("Quit this ranked game?", "Quit the game",
    h("dl.price", {},
      row(`The loss${chance}`, signed(-price.loss)),
      row("The fine: 1% of your rating", signed(-price.fine)),
      row("Together, when the game ends", signed(-price.loss - price.fine), "sum"),
      row("Your Elo then", [String(wholeElo(price.elo)), " → ", h("b", {}, String(wholeElo(price.elo_after)))]),
      row("No ranked games for an hour", ["until ", until])),
    h("p", {}, "You lose whatever the seat’s total will be, and the fine goes to nobody. A bot or a substitute plays on. It can’t be undone."));
  const going = setInterval(() => {
    if (!$("leave-dialog").open) return clearInterval(going);
    until.replaceChildren(moment(serverNow() + length));
  }, 5_000);
}
