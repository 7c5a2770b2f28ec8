// The reserve of a ranked hand: what runs once a turn limit is used up, shown to all (rule 21).

import { serverNow } from "./clock.js";
import { h } from "./dom.js";
import { countdown } from "./moments.js";
import { list, nameOf } from "./words.js";

const late = ({ deadline, reserve_end: end }) => end !== null && deadline !== null && deadline <= serverNow();

const lateSeats = (view) => view.seats.flatMap((seat, at) => (late(seat) ? [at] : []));

/** Whose reserves run now, as a text that changes when that does. */
export const inReserve = (view) => lateSeats(view).join();

/** "Your reserve: 2:59. When it is used up you have quit." */
export function reserveLine(view) {
  const seats = lateSeats(view);
  if (!seats.length || view.table.state !== "running") return null;
  const mine = seats.includes(view.you.seat);
  const whose = mine ? "Your reserve" : `Reserve of ${list(seats.map((at) => nameOf(view, at)))}`;
  const end = mine ? view.seats[view.you.seat].reserve_end : Math.min(...seats.map((at) => view.seats[at].reserve_end));
  const ranked = view.seats[mine ? view.you.seat : seats[0]].ranked;
  const then = mine ? (ranked ? "you have quit" : "the seat is open") : ranked ? "that is a quit" : "the seat is open";
  return h("span.reserve", {}, ` ${whose}: `, countdown(end), ` – when it is used up, ${then}.`);
}
