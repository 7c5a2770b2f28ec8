// One's own cards: where they lie, how they look, and the keys that move along them.

import { cardName, face } from "./cards.js";
import { h, mayMove } from "./dom.js";

const IN_A_ROW = 7; // on a narrow screen
const narrow = matchMedia("(max-width: 639px)"); // where table.css has room for several rows

export class Hand {
  #root;
  #nodes = new Map();
  #rows = new Map();
  #rowCount = 1;
  #current = null;

  /** onPick(card) is called for a click, a tap, Enter or Space. */
  constructor(root, onPick) {
    this.#root = root;
    root.addEventListener("click", (event) => {
      const node = event.target.closest(".card");
      if (node) onPick(node.dataset.card);
    });
    root.addEventListener("keydown", (event) => this.#step(event));
    root.addEventListener("focusin", (event) => this.#point(event.target.dataset.card));
    new ResizeObserver(() => this.#place(true)).observe(root);
  }

  /**
   * look: {cards, legal, chosen, fresh, mode}; legal, chosen and fresh are sets of cards, and mode
   * is "play" (dim what is not legal), "pass" (cards are chosen) or "rest".
   */
  draw(look) {
    const held = this.#heldFocus();
    for (const [card, node] of this.#nodes) if (!look.cards.includes(card)) this.#remove(card, node);
    const arrivals = look.cards.filter((card) => !this.#nodes.has(card));
    for (const card of arrivals) this.#nodes.set(card, this.#make(card));
    look.cards.forEach((card, at) => {
      const node = this.#nodes.get(card);
      if (this.#root.children[at] !== node) this.#root.insertBefore(node, this.#root.children[at] ?? null);
      this.#dress(node, card, look);
    });
    if (arrivals.length) this.#share(look.cards);
    const all = arrivals.length === look.cards.length;
    const stays = !all && look.cards.includes(this.#current);
    this.#point(stays ? this.#current : this.#near(look.cards, all ? 0 : (held?.at ?? 0)));
    this.#place(false);
    if (held && !held.node.isConnected) this.focus();
    if (arrivals.length > 3) this.#deal(arrivals);
    return arrivals;
  }

  /** Where a card lies on the page, or null. */
  boxOf(card) {
    return this.#nodes.get(card)?.querySelector(".face").getBoundingClientRect() ?? null;
  }

  /** Let a card come from a point of the page to its place. */
  comeFrom(card, point) {
    const node = this.#nodes.get(card);
    if (!node || !mayMove()) return;
    const box = node.getBoundingClientRect();
    const start = `${point.x - box.x - box.width / 2}px ${point.y - box.y - box.height / 2}px`;
    node.firstChild.animate(
      [{ translate: start, scale: 0.4, opacity: 0 }, { translate: "0 0", scale: 1, opacity: 1 }],
      { duration: 450, easing: "cubic-bezier(.2, .7, .25, 1)" },
    );
  }

  focus() {
    (this.#nodes.get(this.#current) ?? this.#root).focus();
  }

  #make(card) {
    return h("button.card", { type: "button", "data-card": card, tabindex: -1 }, face(card));
  }

  #dress(node, card, { legal, chosen, fresh, mode }) {
    const playable = mode === "play" && legal.has(card);
    const dimmed = mode === "play" && !playable;
    node.classList.toggle("ok", playable);
    node.classList.toggle("no", dimmed);
    node.classList.toggle("chosen", chosen.has(card));
    node.classList.toggle("fresh", fresh.has(card));
    const extra = dimmed ? ", not playable" : fresh.has(card) ? ", just received" : "";
    node.setAttribute("aria-label", cardName(card) + extra);
    if (mode === "pass") node.setAttribute("aria-pressed", String(chosen.has(card)));
    else node.removeAttribute("aria-pressed");
  }

  #remove(card, node) {
    node.remove();
    this.#nodes.delete(card);
    this.#rows.delete(card);
  }

  #heldFocus() {
    const node = document.activeElement;
    const at = [...this.#root.children].indexOf(node);
    return at < 0 ? null : { node, at };
  }

  #near(cards, at) {
    return cards[Math.min(at, cards.length - 1)] ?? null;
  }

  /** The card that Tab leads to. */
  #point(card) {
    if (card === undefined) return;
    this.#nodes.get(this.#current)?.setAttribute("tabindex", -1);
    this.#current = card;
    this.#nodes.get(card)?.setAttribute("tabindex", 0);
    this.#root.tabIndex = -1;
  }

  #step(event) {
    const nodes = [...this.#root.children];
    const at = nodes.indexOf(document.activeElement);
    if (at < 0) return;
    const to = {
      ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: nodes.length - 1,
      ArrowUp: this.#beside(nodes, at, -1), ArrowDown: this.#beside(nodes, at, 1),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    nodes[(to + nodes.length) % nodes.length].focus();
  }

  /** The nearest card of the row above or below. */
  #beside(nodes, at, by) {
    const rowOf = (node) => this.#rows.get(node.dataset.card);
    const left = (node) => node.getBoundingClientRect().x;
    const row = rowOf(nodes[at]) + by;
    const there = nodes.filter((node) => rowOf(node) === row);
    if (!there.length) return at;
    const x = left(nodes[at]);
    there.sort((one, other) => Math.abs(left(one) - x) - Math.abs(left(other) - x));
    return nodes.indexOf(there[0]);
  }

  /** Give each card its row; it keeps the row until cards are added. */
  #share(cards) {
    this.#rowCount = narrow.matches ? Math.max(1, Math.ceil(cards.length / IN_A_ROW)) : 1;
    const each = Math.ceil(cards.length / this.#rowCount);
    this.#rows = new Map(cards.map((card, at) => [card, Math.floor(at / each)]));
  }

  #place(resized) {
    const cards = [...this.#nodes.keys()].sort((one, other) => this.#indexOf(one) - this.#indexOf(other));
    if (!cards.length) return;
    if (resized && narrow.matches !== this.#rowCount > 1) this.#share(cards);
    this.#root.dataset.rows = this.#rowCount;
    const width = this.#root.clientWidth;
    const { offsetWidth: cardWidth, offsetHeight: cardHeight } = this.#nodes.get(cards[0]);
    const numbers = [...Array(this.#rowCount).keys()];
    const rows = numbers.map((row) => cards.filter((card) => this.#rows.get(card) === row));
    const longest = Math.max(...rows.map((row) => row.length));
    const strip = Math.min(cardWidth * (narrow.matches ? 0.8 : 0.68), (width - cardWidth) / Math.max(1, longest - 1));
    const drop = cardHeight * (this.#rowCount > 2 ? 0.5 : 0.62);
    rows.forEach((row, y) => {
      const start = (width - cardWidth - strip * (row.length - 1)) / 2;
      row.forEach((card, x) => {
        const place = `${Math.round(start + strip * x)}px ${Math.round(drop * y)}px`;
        this.#nodes.get(card).style.translate = place;
      });
    });
  }

  #indexOf(card) {
    return [...this.#root.children].indexOf(this.#nodes.get(card));
  }

  #deal(cards) {
    if (!mayMove()) return;
    cards.forEach((card, at) => this.#nodes.get(card).firstChild.animate(
      [{ translate: "0 -90px", opacity: 0 }, { translate: "0 0", opacity: 1 }],
      { duration: 280, delay: at * 28, easing: "ease-out", fill: "backwards" },
    ));
  }
}
