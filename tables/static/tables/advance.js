// What one event changes in what is shown. No rule is worked out here: the view at the end of the
// queue is drawn whole; this only keeps names, numbers and cards right on the way to it.

const copy = (value) => structuredClone(value);

/** Nobody's turn, until the view at the end says whose. */
function rest(view) {
  view.deadline = null;
  for (const seat of view.seats) Object.assign(seat, { deadline: null, reserve_end: null });
  view.hand.turn = null;
  Object.assign(view.you, { legal: [], must_pass: false });
}

const changes = {
  dealt(view, event, next) {
    const same = next.hand?.number === event.hand;
    view.hand = {
      number: event.hand,
      direction: event.direction,
      commitment: event.commitment,
      phase: event.direction === "hold" ? "playing" : "passing",
      trick: 1,
      tricks_in_hand: next.hand?.tricks_in_hand ?? 0,
      hearts_broken: false,
      cards: [],
      tricks: [],
      turn: null,
    };
    for (const seat of view.seats) {
      Object.assign(seat, { taken: 0, passed: false, cards_left: view.hand.tricks_in_hand });
    }
    Object.assign(view.you, {
      cards: same ? [...next.you.cards] : [],
      must_pass: same && next.you.must_pass,
      passed: null,
      received: null,
      legal: [],
    });
  },
  passed(view, event, next) {
    view.seats[event.seat].passed = true;
    if (event.seat === view.you.seat) Object.assign(view.you, { must_pass: false, passed: next.you.passed });
  },
  cards_exchanged(view, event, next) {
    if (!view.hand) return;
    view.hand.phase = "playing";
    rest(view);
    Object.assign(view.you, { cards: [...next.you.cards], received: event.received, passed: null });
  },
  played(view, event) {
    if (!view.hand) return;
    rest(view);
    view.hand.cards.push({ seat: event.seat, card: event.card });
    view.hand.hearts_broken ||= event.card[1] === "H";
    view.seats[event.seat].cards_left -= 1;
    if (event.seat !== view.you.seat) return;
    view.you.cards = view.you.cards.filter((card) => card !== event.card);
  },
  trick_taken(view, event) {
    if (!view.hand) return;
    view.hand.tricks.push({ taker: event.seat, points: event.points, cards: view.hand.cards });
    view.hand.cards = [];
    view.hand.trick += 1;
    view.seats[event.seat].taken += event.points;
  },
  hand_scored(view, event, next) {
    view.seats.forEach((seat, at) => {
      seat.total += event.points[at];
      seat.low_man = next.seats[at].low_man;
    });
    view.scores = next.scores.slice(0, view.scores.length + 1);
    if (view.hand) view.hand.phase = "scored";
  },
  game_started(view) {
    view.table.state = "running";
    view.start_at = null;
  },
  game_ended(view, event, next) {
    view.table.state = "over";
    view.result = next.result;
  },
  table_closed(view) {
    view.table.state = "closed";
  },
};

const SEAT_KINDS = new Set([
  "seat_taken", "seat_freed", "bot_added", "bot_removed", "player_away", "player_back", "bot_stood_in",
  "player_quit",
]);
const WHO = [
  "name", "kind", "guest", "connected", "away_since", "stand_in_at", "stand_in",
  "back_by", "ranked", "substitute", "quit", "ranked_name", "elo", "stake",
];

/** The view after `event`, on the way to `next`. */
export function advance(shown, event, next) {
  const view = copy(shown);
  if (SEAT_KINDS.has(event.kind)) {
    for (const key of WHO) view.seats[event.seat][key] = next.seats[event.seat][key];
    view.start_at = next.start_at;
  }
  changes[event.kind]?.(view, event, next);
  return view;
}
