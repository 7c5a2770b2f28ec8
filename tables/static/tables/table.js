// The game page: updates come in, the timeline shows them, clicks become commands.

import { advance } from "./advance.js";
import { alertPlayer, setAlerts, showAlerts } from "./alerts.js";
import { layOutDeck } from "./cards.js";
import { runBar, secondsLeft, setServerTime } from "./clock.js";
import { closeCurtain, showHandScore, showResult } from "./curtain.js";
import { setUpDialogs, showPanels, showTricks, turnPage } from "./dialogs.js";
import { $, h, redraw } from "./dom.js";
import { Hand } from "./hand.js";
import { askLeave, askQuit, isQuitting } from "./leaving.js";
import { drawCorners, drawMiddle } from "./middle.js";
import { sawTrick } from "./missed.js";
import { countOn } from "./moments.js";
import { banner, setTitle, toast } from "./notices.js";
import { drawPanels, note, recall, remember, say, setUpLog } from "./panels.js";
import { Player } from "./play.js";
import { lateSeat, ownLimit, reserveLine } from "./reserve.js";
import { drawSeats, seatPoint } from "./seats.js";
import { closeText, TableSocket } from "./socket.js";
import { Timeline } from "./timeline.js";
import { drawTrick, flyIn, gather, pointOf, sendOff, settle } from "./trick.js";
import { describe, giverOf, plain, promptFor, receiverOf } from "./words.js";

const root = $("game");
let shown = null; // the view that one sees
let cause = ""; // why the line was lost, as far as the server said it
let announced = ""; // the turn that has been announced
let warned = 0; // the deadline of which "10 seconds" has been said
let late = null; // the seat that plays on its reserve
let called = 0; // the start that the player has been called to

const isMyTurn = (view) =>
  view.table.state === "running" &&
  !view.table.paused &&
  view.hand?.phase === "playing" &&
  view.you.seat !== null &&
  view.hand.turn === view.you.seat;

const game = {
  get view() {
    return shown;
  },
  get canAct() {
    return timeline.isCaughtUp && !player.sent && isMyTurn(shown);
  },
  redraw: () => drawAll(shown),
  lift(card) {
    flyIn(shown, shown.you.seat, card, hand.boxOf(card));
    drawAll(shown);
  },
  /** A card that was lifted goes back to the hand. */
  giveBack(card) {
    const from = pointOf(card);
    drawAll(shown);
    if (from) hand.comeFrom(card, from);
  },
};
const player = new Player(game);
const hand = new Hand($("hand"), (card) => shown && player.pick(card));
const timeline = new Timeline({ show, skip, draw });

/** The trick and the hand as they look while a card is on its way to the server. */
function withSent(view) {
  if (!player.sent) return view;
  const { card } = player.sent;
  return { ...view, hand: { ...view.hand, cards: [...view.hand.cards, { seat: view.you.seat, card }] } };
}

function handLook(view) {
  const { you, hand: now } = view;
  const gone = new Set(now?.phase === "passing" ? you.passed : []);
  if (player.sent) gone.add(player.sent.card);
  const first = now?.phase === "playing" && now.trick === 1 && !now.cards.some(({ seat }) => seat === you.seat);
  return {
    cards: you.cards.filter((card) => !gone.has(card)),
    legal: new Set(you.legal),
    chosen: player.chosen,
    fresh: new Set(first && you.received ? you.received : []),
    mode: you.must_pass ? "pass" : game.canAct ? "play" : "rest",
  };
}

function drawAll(view) {
  root.dataset.state = view.table.state;
  root.dataset.size = view.table.size;
  root.classList.toggle("watching", view.you.seat === null);
  drawSeats(view);
  drawCorners(view);
  drawTrick(withSent(view));
  drawMiddle(view, player.chosen);
  drawPanels(view);
  drawPrompt(view);
  openLinksElsewhere(view);
  return hand.draw(handLook(view));
}

const prompt = (view) => [late === null ? promptFor(view, player.sent !== null) : reserveLine(view, late)].flat();

function drawPrompt(view) {
  const mine = game.canAct || view.you.must_pass;
  late = player.sent ? null : lateSeat(view);
  redraw($("prompt"), prompt(view));
  $("mine").classList.toggle("your-turn", Boolean(mine));
  $("mine").classList.toggle("late", late !== null);
  const limit = mine && ownLimit(view, late);
  $("timer").hidden = !limit;
  if (limit) runBar($("timer-bar"), limit.end, limit.length);
  const starts = view.start_at && view.you.seat !== null;
  setTitle(view.you.must_pass ? "Your pass" : mine ? "Your turn" : starts ? "Starting" : "");
}

/** A whole view: what one sees is then exactly this. */
function draw(view) {
  shown = view;
  player.check(view);
  recall(view);
  if (view.result) showResult(view);
  else if (closeCurtain()) focusHand();
  drawAll(view);
  announce(view);
  socket.longestPause = view.table.state === "running" ? 3_000 : 30_000;
}

function announce(view) {
  const { hand: now, you } = view;
  const turn = you.must_pass ? `pass ${now.number}` : game.canAct ? `${now.number} ${now.trick}` : "";
  if (turn && turn !== announced) {
    say(promptFor(view, false));
    alertPlayer(you.must_pass ? "It is time to pass three cards." : "It is your turn.");
  }
  announced = turn;
  if (view.start_at && you.seat !== null && called !== view.start_at) {
    called = view.start_at;
    alertPlayer("Your ranked game is about to start.");
    say("Everybody is here. The game starts in a moment");
  }
}

/** One event, shown at its time. `ends`: the game's end is among what follows. */
function show(event, next, ends) {
  const before = shown;
  const view = advance(before, event, next);
  const from = event.kind === "played" && event.seat === view.you.seat ? hand.boxOf(event.card) : null;
  shown = view;
  if (player.sent && !view.you.cards.includes(player.sent.card)) player.sent = null;
  if (event.kind === "played") flyIn(view, event.seat, event.card, from);
  if (event.kind === "trick_taken") {
    gather(event.seat);
    sawTrick(view, view.hand.tricks.length - 1);
  }
  if (event.kind === "hand_scored" && !ends) showHandScore(view, next.hand);
  if (event.kind === "game_ended") showResult(view);
  if (event.kind === "game_started" && view.you.seat !== null) alertPlayer("Your game begins.");
  if (event.kind === "dealt" && closeCurtain()) focusHand();
  if (event.kind === "cards_exchanged" && view.you.seat !== null) {
    sendOff(document.querySelectorAll(".slot .face"), receiverOf(view, view.you.seat));
  }
  const arrivals = drawAll(view);
  if (event.kind === "cards_exchanged" && view.you.seat !== null) {
    const point = seatPoint(giverOf(view, view.you.seat));
    for (const card of arrivals) hand.comeFrom(card, point);
  }
  tell(event, view, true);
}

function skip(event, next) {
  shown = advance(shown, event, next);
  settle();
  tell(event, shown, false);
}

const LOOKS = { dealt: "head", trick_taken: "took", hand_scored: "took" };

function tell(event, view, aloud) {
  const sentence = describe(event, view);
  remember(event, view);
  const lostSeat = event.kind === "seat_freed" && event.seat === view.you.seat && event.reason !== "left";
  if (lostSeat) toast(`${plain(sentence)}.`);
  if (sentence) note(sentence, { kind: LOOKS[event.kind], aloud });
}

function focusHand() {
  requestAnimationFrame(() => hand.focus());
}

/** While a game runs, other pages open beside it. */
function openLinksElsewhere({ table, you }) {
  const away = table.state === "running" && you.seat !== null;
  for (const link of document.querySelectorAll("a[href]:not([href^='#'])")) {
    link.target = away ? "_blank" : "";
    link.rel = away ? "noopener" : "";
  }
}

function receive(update) {
  setServerTime(update.now);
  if (!shown) shown = update.view;
  timeline.add(update);
}

function lineChanged(state, code) {
  root.classList.toggle("offline", state !== "open");
  cause = state === "open" ? "" : closeText[code] || cause || "The connection is lost.";
  if (state === "open") return banner("");
  if (state === "lost") return banner(`${cause} Trying again…`);
  banner(`${closeText[code]} `, h("a", { href: root.dataset.home }, "Back to the home page"));
}

function countDown() {
  countOn();
  if (!shown) return;
  if (!player.sent && lateSeat(shown) !== late) {
    drawPrompt(shown);
    if (late !== null) say($("prompt").textContent);
    if (late !== null && late === shown.you.seat) alertPlayer("Your reserve runs.");
  }
  const limit = (game.canAct || shown.you.must_pass) && ownLimit(shown, late);
  const left = limit ? secondsLeft(limit.end) : 0;
  $("seconds").textContent = limit && left <= 15 ? `${left} s` : "";
  if (limit && left <= 10 && left > 5 && warned !== limit.end) {
    warned = limit.end;
    say("10 seconds left");
  }
}

/** Leaving may be quitting: then the server states the price first. */
async function leave(view) {
  if (!view.you.would_quit) return askLeave(view);
  const price = await player.priceOfQuitting();
  if (price) askQuit(shown, price);
}

const commands = {
  pass: () => player.pass(),
  start: () => player.start(false),
  fill: () => player.start(true),
  leave: () => player.leave(isQuitting()),
  continue: () => timeline.hurryTo("dealt"),
  tricks: () => showTricks(shown),
  panels: () => showPanels(),
  close: (button) => button.closest("dialog").close(),
  "add-bot": (button) => player.addBot(Number(button.dataset.seat)),
  "remove-bot": (button) => player.removeBot(Number(button.dataset.seat)),
  "free-seat": (button) => player.freeSeat(Number(button.dataset.seat)),
  "copy-invite": () => player.copyLink(),
  "ask-leave": () => leave(shown),
  "stand-up": () => player.leave(),
  alerts: async (button) => {
    await setAlerts(button.dataset.alerts === "on");
    game.redraw();
  },
  "turn-page": (button) => turnPage(shown, Number(button.dataset.by)),
};

root.ownerDocument.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button && shown) commands[button.dataset.do](button);
});

layOutDeck();
setUpDialogs();
setUpLog();
showAlerts();
const socket = new TableSocket(root.dataset.socket, receive, lineChanged);
game.socket = socket;
setInterval(countDown, 500);
