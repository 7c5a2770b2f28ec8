// Which tricks of this hand their reader has not seen: played while the page was away or hidden.

const KEY = "seen-tricks";
let hand = 0;
let seen = new Set();
let ready = false;

function restore(code, number) {
  hand = number;
  seen = new Set();
  if (ready) return;
  ready = true;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (kept.code === code && kept.hand === number) seen = new Set(kept.seen);
  } catch {
    // storage is blocked: nothing was kept
  }
}

function keep(code) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ code, hand, seen: [...seen] }));
  } catch {
    // a reload will show them as missed
  }
}

/** This trick, from 0, has been shown on the table. */
export function sawTrick(view, number) {
  if (view.hand?.number !== hand) restore(view.table.code, view.hand.number);
  seen.add(number);
  keep(view.table.code);
}

/** The reader has looked the tricks up. */
export function sawAll(view) {
  view.hand.tricks.forEach((_, number) => seen.add(number));
  keep(view.table.code);
}

/** The tricks, from 0, that a player has not seen; a watcher misses nothing. */
export function missedTricks(view) {
  if (!view.hand || view.you.seat === null) return [];
  if (view.hand.number !== hand) restore(view.table.code, view.hand.number);
  return view.hand.tricks.map((_, number) => number).filter((number) => !seen.has(number));
}
