// The reserve of a ranked hand: what runs once a turn limit is used up, shown to all (rule 21).

import { serverNow } from "./clock.js";
import { countdown } from "./moments.js";
import { nameOf } from "./words.js";

/** The seat that plays on its reserve now; null if none does. The first to run out, if several. */
export function lateSeat({ seats, table }) {
  if (table.state !== "running") return null;
  const late = seats
    .map(({ deadline, reserve_end: end }, seat) => ({ seat, deadline, end }))
    .filter(({ deadline, end }) => end !== null && deadline <= serverNow() && end > deadline)
    .sort((one, other) => one.end - other.end);
  return late[0]?.seat ?? null;
}

/** "Your reserve: 2:59, then you have quit", in parts. */
export function reserveLine(view, seat) {
  const { seats, you } = view;
  const own = seat === you.seat;
  const lastOne = seats.filter(({ quit }) => quit).length === seats.length - 1;
  const then = lastOne ? "a bot plays on" : own ? "you have quit" : `${nameOf(view, seat)} has quit`;
  return [own ? "Your reserve: " : `${nameOf(view, seat)}’s reserve: `, countdown(seats[seat].reserve_end), `, then ${then}`];
}

/** The limit that runs for the player, {end, length}: of the turn, or of the reserve after it. */
export function ownLimit({ seats, you, limit }, late) {
  const { deadline, reserve_end: end } = seats[you.seat];
  if (!deadline) return null;
  return late === you.seat ? { end, length: end - deadline } : { end: deadline, length: limit };
}
