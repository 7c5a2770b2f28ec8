// What the player does: choosing, passing and playing cards, and the commands behind the buttons.

import { cardName } from "./cards.js";
import { $ } from "./dom.js";
import { toast } from "./notices.js";

const OFFLINE = "There is no connection just now. Try again when it is back.";

export class Player {
  /** The cards raised for the pass. */
  chosen = new Set();
  /** A play that the server has not shown yet: {card, hand, trick}. */
  sent = null;
  #inDoubt = null;
  #game;

  /** game: {view, socket, canAct, redraw(), lift(card), giveBack(card)} – see table.js. */
  constructor(game) {
    this.#game = game;
  }

  pick(card) {
    const { view } = this.#game;
    if (view.you.must_pass) this.#choose(card);
    else if (this.#game.canAct) this.#play(card);
    else this.#explainWait(view);
  }

  #explainWait({ hand, you, seats, table }) {
    if (this.sent || table.state !== "running") return;
    if (hand?.phase === "passing") toast("You have passed. The others are still choosing.");
    else if (hand && hand.turn !== null && hand.turn !== you.seat) toast(`Not yet: it is ${seats[hand.turn].name}’s turn.`);
  }

  #choose(card) {
    if (!this.chosen.delete(card)) {
      if (this.chosen.size === 3) return toast("Three cards are chosen already. Put one back first.");
      this.chosen.add(card);
    }
    this.#game.redraw();
  }

  async pass() {
    const { view, socket } = this.#game;
    if (this.chosen.size !== 3) return toast(`Choose ${3 - this.chosen.size} more.`);
    const answer = await this.#ask({ type: "pass", hand: view.hand.number, cards: [...this.chosen] });
    if (answer.type === "lost" && socket) this.#inDoubt = { pass: view.hand.number };
  }

  /** A card that may be played moves at once; the server has the last word. */
  async #play(card) {
    const { view, socket } = this.#game;
    if (this.sent) return;
    if (!socket.open) return toast(OFFLINE, "error");
    const sent = { card, hand: view.hand.number, trick: view.hand.trick };
    if (view.you.legal.includes(card)) {
      this.sent = sent;
      this.#game.lift(card);
    }
    const answer = await socket.request({ type: "play", ...sent });
    if (answer.type === "ok") return;
    if (answer.type === "lost") this.#inDoubt = sent;
    else toast(answer.message, "error");
    if (this.sent === sent) this.sent = null;
    if (answer.type === "error") this.#game.giveBack(card);
  }

  /** A new view has come: is the card that was sent played, and did what was sent before a break arrive? */
  check(view) {
    const { hand, you } = view;
    if (this.sent && !holds(view, this.sent)) this.sent = null;
    if (!you.must_pass) this.chosen.clear();
    const doubt = this.#inDoubt;
    if (!doubt) return;
    this.#inDoubt = null;
    if (doubt.pass === hand?.number && you.must_pass) toast("Your pass did not arrive. Send it again.", "error");
    if (doubt.card && hand?.number === doubt.hand && you.cards.includes(doubt.card)) {
      const why = isOpen(view, doubt) ? "did not arrive" : "came too late: the table had moved on";
      toast(`The connection was lost: your ${cardName(doubt.card)} ${why}.`, "error");
    }
  }

  async #ask(message) {
    const { socket } = this.#game;
    if (!socket.open) toast(OFFLINE, "error");
    const answer = socket.open ? await socket.request(message) : { type: "offline" };
    if (answer.type === "error") toast(answer.message, "error");
    return answer;
  }

  addBot(seat) {
    return this.#ask({ type: "add_bot", seat });
  }

  removeBot(seat) {
    return this.#ask({ type: "remove_bot", seat });
  }

  freeSeat(seat) {
    return this.#ask({ type: "free_seat", seat });
  }

  /** `fill`: bots take the open seats first. */
  start(fill) {
    return this.#ask({ type: "start", fill });
  }

  /** Asks to leave without agreeing to a price: quitting is then refused, with its price. */
  async priceOfQuitting() {
    const { socket } = this.#game;
    if (!socket.open) {
      toast(OFFLINE, "error");
      return undefined;
    }
    const answer = await socket.request({ type: "leave" });
    if (answer.price) return answer.price;
    if (answer.type === "ok") location.assign($("game").dataset.home);
    if (answer.type === "error") toast(answer.message, "error");
    return undefined;
  }

  /** `confirm`: the price of quitting has been seen and agreed to. */
  async leave(confirm = false) {
    const answer = await this.#ask({ type: "leave", confirm });
    if (answer.type === "ok") location.assign($("game").dataset.home);
  }

  async copyLink() {
    const link = new URL(this.#game.view.you.invite ?? location.pathname, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is copied. Send it to your friends.");
    } catch {
      toast(`Copy this link: ${link}`);
    }
  }
}

/** Is the turn that was meant still to be taken? */
const isOpen = ({ hand, you }, { trick }) => hand.trick === trick && !hand.cards.some(({ seat }) => seat === you.seat);

const holds = ({ hand, you }, { card, hand: number, trick }) =>
  hand?.number === number && hand.trick === trick && you.cards.includes(card);
