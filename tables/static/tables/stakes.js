// What is at stake at a ranked table, and what a game has meant for the ratings, in words.

import { h, unseen } from "./dom.js";
import { list, nameOf } from "./words.js";

/** Points that are won or lost: "+18.36", "−8.86". */
export const signed = (points) => (points < 0 ? `−${fixed(-points)}` : `+${fixed(points)}`);
export const fixed = (points) => points.toFixed(2);
export const percent = (chance) => `${(100 * chance).toFixed(1)}%`;

/** A rating as it is shown: whole points, half up. */
export const wholeElo = (elo) => Math.floor(elo) + (elo - Math.floor(elo) >= 0.5 ? 1 : 0);

/** Whose rating hangs on the seat: "You", or the name. */
export function rankedName(view, seat) {
  if (seat === view.you.ranked_seat) return "You";
  return view.seats[seat].ranked_name ?? nameOf(view, seat);
}

/** The same within a sentence: "you", or the name. */
export const rankedObject = (view, seat) => (seat === view.you.ranked_seat ? "you" : rankedName(view, seat));

/** The stake of who looks: of their seat, or of the one that they may take. */
export function ownStake({ seats, you, table }) {
  const seat = table.state === "running" ? you.ranked_seat : you.seat;
  return seat === null ? you.stake : seats[seat].stake;
}

/** "You win 26.6% of such games: +18.36 points if you do, −6.64 if not." */
export function stakeSentence(view) {
  const stake = ownStake(view);
  if (!stake) return null;
  const start = view.you.seat === null ? "Your chance here would be " : "Your chance is ";
  return h("p.stake", {}, start, h("b", {}, percent(stake.chance)), ": ",
    h("b", {}, signed(stake.win)), " for winning, ", h("b", {}, signed(-stake.loss)), " for any other place.");
}

function stakeRow(view, seat) {
  const { elo, stake, quit } = view.seats[seat];
  if (!stake) return null;
  const cost = quit ? stake.loss + stake.fine : stake.loss;
  return h("tr", { class: quit ? "gone" : null },
    h("th", { scope: "row", title: rankedName(view, seat) }, rankedName(view, seat)),
    h("td", {}, String(elo)),
    h("td", {}, percent(stake.chance)),
    h("td", {}, quit ? unseen("has quit") : signed(stake.win)),
    h("td", {}, signed(-cost)));
}

/** Everybody's stakes; null where nothing is at stake. */
export function stakeTable(view) {
  const rows = view.seats.map((_, seat) => stakeRow(view, seat)).filter(Boolean);
  if (!rows.length) return null;
  const heads = ["Player", "Elo", "Chance", "Win", "Lose"].map((text) => h("th", { scope: "col" }, text));
  const open = view.table.state === "waiting" && rows.length < view.seats.length;
  const gone = view.seats.filter(({ quit }) => quit).length;
  return [
    h("table.stakes-table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    open && h("p.fine", {}, "An empty seat counts as 1500."),
    gone > 0 && h("p.fine", {}, "Who has quit loses, and pays a fine that goes to nobody, when the game ends."),
    view.you.would_quit && h("p.fine", {},
      `Leaving before the end is quitting: ${fixed(ownStake(view).fine)} on top, and a ban of an hour.`),
  ].filter(Boolean);
}

const place = (number) => ["first", "second", "third", "fourth", "fifth"][number - 1];

/** The others' losses, as far as they may be shown: "Bob lost 8.86, Carol 5.65". */
function losses(view, lines) {
  const lost = lines.filter(({ place: at }) => at !== 1);
  const shown = lost.filter(({ delta }) => delta !== null);
  const parts = shown.map(({ seat, delta }, at) =>
    `${rankedObject(view, seat)}${at ? "" : " lost"} ${fixed(-delta)}`);
  if (shown.length < lost.length) parts.push("others a loss that is not shown");
  return list(parts);
}

/** How a player's change came about, in sentences. */
function account(view, line, lines) {
  const you = line.seat === view.you.ranked_seat;
  const sharing = lines.filter(({ place: at }) => at === 1).length;
  const before = `Chance before: ${percent(line.chance)}. `;
  const cut = line.cut ? ` No rating falls below 0, so ${fixed(line.cut)} of it was let off.` : "";
  if (line.place === null) {
    return `${before}Quit: ${fixed(-line.delta)} for the loss, ${fixed(line.fine)} as a fine to nobody.${cut}`;
  }
  if (line.place > 1) return `${before}Came in ${place(line.place)}: ${fixed(-line.delta)} to ${sharing > 1 ? "the winners" : "the winner"}.${cut}`;
  const head = sharing > 1 ? `${you ? "You share" : "Shares"} the win with ${sharing > 2 ? "others" : "another"}` : "Won";
  if (sharing === lines.length) return `${before}All share the win, so nobody gains or loses.`;
  const tail = sharing > 1 ? `, and each winner gets ${fixed(line.delta)} of it.` : ".";
  return `${before}${head}: ${losses(view, lines)}${tail}`;
}

function ratingLine(view, line, lines) {
  const name = rankedName(view, line.seat);
  const own = line.seat === view.you.ranked_seat;
  if (line.after === null) {
    return h("li", {}, h("div.change", {}, h("b", {}, name), h("span.fine", {}, "rating not shown")));
  }
  const change = line.after - line.before;
  return h("li", { class: own ? "yours" : null },
    h("div.change", {},
      h("b", {}, name),
      line.place === null && h("span.low.gone", {}, "quit"),
      h("span.elos", {}, String(wholeElo(line.before)), h("span", { "aria-hidden": "true" }, " → "), unseen(" to "),
        h("b", {}, String(wholeElo(line.after)))),
      h("span", { class: change < 0 ? "points down" : "points up" }, signed(change))),
    h("p.fine", {}, account(view, line, lines)));
}

const orderOf = ({ place: at, seat }) => (at ?? 9) * 10 + seat;

/** Seats that have played without being rated, and why. */
function unrated(view) {
  return view.seats.flatMap((seat, at) => {
    if (!seat.quit) return [];
    const who = at === view.you.seat ? "You" : seat.name;
    return `${who} played on for ${rankedObject(view, at)}, without a rating.`;
  });
}

/** What the game has meant for each ranked player, line by line; null at regular tables. */
export function ratingLines(view) {
  if (!view.table.ranked) return null;
  const { rated } = view.result;
  if (!rated) return [h("p.fine", {}, "The ratings follow in a moment.")];
  const lines = rated.lines
    .map((line) => (line.seat === view.you.ranked_seat ? (view.you.rating ?? line) : line))
    .sort((one, other) => orderOf(one) - orderOf(other));
  return [
    h("h3", {}, "Ratings"),
    rated.voided && h("p.moon", {}, "A moderator has voided this game: every change below was taken back."),
    h("ul.changes", {}, lines.map((line) => ratingLine(view, line, lines))),
    ...unrated(view).map((sentence) => h("p.fine", {}, sentence)),
  ].filter(Boolean);
}
