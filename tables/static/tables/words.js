// Everything that is said at the table, in sentences. A sentence is a list of parts;
// a part in an array stands out: [["Carol"], " played ", ["4 of diamonds"]].

import { cardName, suitName } from "./cards.js";
import { h } from "./dom.js";
import { moment } from "./moments.js";

const DIRECTIONS = { left: "left", right: "right", across: "across", two_left: "two left", two_right: "two right" };
const STEPS = { left: 1, right: -1, across: 2, two_left: 2, two_right: -2 };

export const plain = (sentence) => sentence.flat().join("");
export const points = (count) => (count === 1 ? "1 point" : `${count} points`);
export const passDirection = (direction) => DIRECTIONS[direction];
export const passText = (direction) => (direction === "hold" ? "no pass" : `pass ${DIRECTIONS[direction]}`);

export function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function nameOf(view, seat) {
  return seat === view.you.seat ? "You" : (view.seats[seat].name ?? `Seat ${seat + 1}`);
}

/** The name as the object of a sentence: "to you", "for Bob". */
export const objectOf = (view, seat) => (seat === view.you.seat ? "you" : nameOf(view, seat));

/** To whom this seat passes. */
export const receiverOf = (view, seat) => (seat + STEPS[view.hand.direction] + view.seats.length) % view.seats.length;
export const giverOf = (view, seat) => (seat - STEPS[view.hand.direction] + view.seats.length) % view.seats.length;

export const sentences = {
  played: (view, seat, card, leads, byBot) => [
    [nameOf(view, seat)], leads ? " led " : " played ", [cardName(card)], byBot ? ", chosen by a bot" : "",
  ],
  taken: (view, seat, count) => [[nameOf(view, seat)], " took the trick", count ? `: ${points(count)}` : ""],
  dealt: (number, direction) => [[`Hand ${number}`], `: ${passText(direction)}`],
  received: (view, cards) => [
    "You received ", [list(cards.map(cardName))], ` from ${nameOf(view, giverOf(view, view.you.seat))}`,
  ],
};

/** "You win", "Bob wins", "Bob and Carol win". */
export function wonBy(view, winners) {
  const one = winners.length === 1 && winners[0] !== view.you.seat;
  return [[list(winners.map((seat) => nameOf(view, seat)))], one ? " wins" : " win"];
}

function freed(event, view) {
  const who = [event.seat === view.you.seat ? "You" : event.name];
  return {
    left: [who, " left"],
    away: [who, " stayed away: the seat is open"],
    removed: [who, " had to give the seat up"],
    not_eligible: [who, " may not play ranked games now: the seat is open"],
    limit: [who, " took too long: the seat is open"],
    replaced: [who, " stayed away: the seat has been taken"],
  }[event.reason] ?? [who, " left"];
}

function scored(event, view) {
  const shares = event.points.map((count, seat) => `${nameOf(view, seat)} ${count}`);
  const start = event.shooter === null ? [] : [[nameOf(view, event.shooter)], " shot the moon. "];
  return [...start, `This hand: ${shares.join(", ")}`];
}

const QUIT = { left: "quit the game", away: "stayed away too long and so quit", limit: "used up the reserve and so quit" };

/** Who stays sees that quitting is charged for. */
function quit(event, view) {
  const { stake } = view.seats[event.seat];
  const charge = stake ? `${(stake.loss + stake.fine).toFixed(2)} points of Elo when it ends` : "Elo when it ends";
  const who = event.seat === view.you.ranked_seat ? "You" : event.name;
  return [[who], ` ${QUIT[event.reason]}. That costs ${charge}, and an hour without ranked games`];
}

/** A bot made a move that was a player's to make. */
const wasHelped = (event, view) => event.by_bot && view.seats[event.seat].kind === "player";

function back({ seat }, view) {
  if (view.table.state !== "running") return null;
  return [[nameOf(view, seat)], seat === view.you.seat ? " are back" : " is back"];
}

function exchanged({ received }, view) {
  return received && view.hand && view.you.seat !== null ? sentences.received(view, received) : null;
}

const byKind = {
  seat_taken: (event, view) => [[nameOf(view, event.seat)], " sat down"],
  seat_freed: freed,
  bot_added: (event, view) => [[nameOf(view, event.seat)], " joined"],
  bot_removed: () => ["A bot left"],
  game_started: () => ["The game starts"],
  player_away: (event, view) => (event.seat === view.you.seat ? null : [[nameOf(view, event.seat)], " is away"]),
  player_back: back,
  bot_stood_in: (event, view) => ["A bot plays for ", [objectOf(view, event.seat)]],
  player_quit: quit,
  limits_restarted: () => ["The server was away: all limits start again"],
  table_closed: () => ["The table is closed"],
  play_again_opened: () => ["The next game is open: play again"],
  dealt: (event) => sentences.dealt(event.hand, event.direction),
  passed: (event, view) => [
    [nameOf(view, event.seat)], " passed 3 cards", wasHelped(event, view) ? ", chosen by a bot" : "",
  ],
  cards_exchanged: exchanged,
  played: (event, view) =>
    sentences.played(view, event.seat, event.card, view.hand?.cards.length === 1, wasHelped(event, view)),
  trick_taken: (event, view) => sentences.taken(view, event.seat, event.points),
  hand_scored: scored,
  game_ended: ({ winners }, view) => [...wonBy(view, winners), " the game"],
};

/** What is said of an event, given the view after it; null if nothing. */
export const describe = (event, view) => byKind[event.kind]?.(event, view) || null;

/** What there is to do or to wait for, in one line. */
export function promptFor(view, busy) {
  const { hand, you, table } = view;
  if (table.state !== "running" || !hand) return "";
  if (table.paused) return "The game rests until a player is back.";
  if (you.must_pass) {
    return `Pass 3 cards ${passDirection(hand.direction)}, to ${nameOf(view, receiverOf(view, you.seat))}.`;
  }
  if (hand.phase === "passing") return waitingFor(view);
  if (hand.turn === null || busy) return "";
  if (hand.turn !== you.seat) return `${nameOf(view, hand.turn)}’s turn`;
  return hand.cards.length ? `Your turn: ${suitName(hand.cards[0].card[1])} were led.` : "Your turn: you lead.";
}

function waitingFor(view) {
  const late = view.seats.flatMap((seat, at) => (seat.passed ? [] : [nameOf(view, at)]));
  return late.length ? `Waiting for ${list(late)} to pass.` : "";
}

/** Why free seats are not for this watcher, a paragraph each. */
export const whyNot = ({ you }) =>
  you.may_not_sit.map(({ text, until }) =>
    h("p.fine", {}, text, ...(until === null ? [] : [" It ends at ", moment(until), "."])));
