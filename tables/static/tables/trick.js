// The trick in the middle of the table, and the cards on their way to it and from it.

import { cardName, face } from "./cards.js";
import { $, h, mayMove, unseen } from "./dom.js";
import { placeOf, seatPoint } from "./seats.js";
import { nameOf } from "./words.js";

const FLY_MS = 300;
const LINGER_MS = 350;
const GATHER_MS = 380;
const EASE = "cubic-bezier(.2, .7, .25, 1)";

const middleOf = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

function offset(from, node) {
  const to = middleOf(node.getBoundingClientRect());
  return `${from.x - to.x}px ${from.y - to.y}px`;
}

const lying = () => [...$("trick").querySelectorAll(".card:not(.leaving)")];

function lay(view, seat, card) {
  const node = h("li.card", { "data-card": card, "data-place": placeOf(view, seat), "data-by": seat },
    face(card), unseen(`${nameOf(view, seat)}: ${cardName(card)}`));
  $("trick").append(node);
  return node;
}

/** Show exactly these cards, without any movement. */
export function drawTrick(view) {
  const cards = view.hand?.phase === "playing" ? view.hand.cards : [];
  const wanted = new Set(cards.map(({ card }) => card));
  for (const node of lying()) if (!wanted.has(node.dataset.card)) node.remove();
  for (const { seat, card } of cards) {
    const node = lying().find((other) => other.dataset.card === card);
    if (!node) lay(view, seat, card);
    else node.dataset.place = placeOf(view, seat);
  }
}

/** A card comes from its seat, or from `from`, the place where it lay in the hand. */
export function flyIn(view, seat, card, from = null) {
  if (lying().some((node) => node.dataset.card === card)) return;
  const node = lay(view, seat, card);
  if (!mayMove()) return;
  const start = from
    ? { translate: offset(middleOf(from), node), scale: from.width / node.offsetWidth, rotate: "0deg" }
    : { translate: offset(seatPoint(seat), node), scale: 0.4, rotate: "-14deg", opacity: 0.3 };
  const end = { translate: "0 0", scale: 1, rotate: "0deg", opacity: 1 };
  node.animate([start, end], { duration: FLY_MS, easing: EASE });
}

/** Where a card of the trick lies: its middle on the page, or null. */
export function pointOf(card) {
  const node = lying().find((other) => other.dataset.card === card);
  return node ? middleOf(node.getBoundingClientRect()) : null;
}

/** The trick is shown a moment longer, then goes to whoever took it. */
export function gather(taker) {
  const cards = lying();
  for (const node of cards) node.classList.add("leaving");
  if (!mayMove()) return cards.forEach((node) => node.remove());
  const winner = cards.find((node) => Number(node.dataset.by) === taker);
  winner?.classList.add("winner");
  for (const node of cards) {
    const start = { translate: "0 0", scale: 1, opacity: 1 };
    const end = { translate: offset(seatPoint(taker), node), scale: 0.3, opacity: 0 };
    const timing = { duration: GATHER_MS, delay: LINGER_MS, easing: "cubic-bezier(.5, 0, .8, .4)", fill: "forwards" };
    node.animate([start, end], timing).finished.then(() => node.remove(), () => node.remove());
  }
}

/** The cards of a pass leave for the seat that gets them. */
export function sendOff(faces, seat) {
  if (!mayMove()) return;
  const felt = $("felt").getBoundingClientRect();
  const to = seatPoint(seat);
  for (const shown of faces) {
    const box = shown.getBoundingClientRect();
    const ghost = h("div.ghost", {}, shown.cloneNode(true));
    Object.assign(ghost.style, { left: `${box.x - felt.x}px`, top: `${box.y - felt.y}px`, width: `${box.width}px` });
    $("felt").append(ghost);
    const from = middleOf(box);
    const end = { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: 0.35, opacity: 0 };
    const flight = ghost.animate([{ opacity: 1 }, end], { duration: 450, easing: "ease-in" });
    flight.finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

/** Nothing is on its way any more. */
export function settle() {
  for (const node of document.querySelectorAll(".trick .leaving, .ghost")) node.remove();
}
