// The deck: every face drawn once as a <symbol>, and a card's name in words.

import { courts } from "./courts.js";

const SUITS = {
  C: { name: "clubs", path: "M50 6a20 20 0 0 1 15 33 20 20 0 1 1-9 33c1 9 4 16 9 22H35c5-6 8-13 9-22a20 20 0 1 1-9-33A20 20 0 0 1 50 6z" },
  D: { name: "diamonds", path: "M50 4C60 22 72 38 86 50 72 62 60 78 50 96 40 78 28 62 14 50 28 38 40 22 50 4z" },
  H: { name: "hearts", path: "M50 92C20 68 6 51 6 33A22.500 22.500 0 0 1 50 25 22.500 22.500 0 0 1 94 33c0 18-14 35-44 59z" },
  S: { name: "spades", path: "M50 5C40 26 9 39 9 63a20 20 0 0 0 35 13c-1 9-4 14-9 19h30c-5-5-8-10-9-19a20 20 0 0 0 35-13C91 39 60 26 50 5z" },
};
const RANKS = {
  2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9",
  T: "10", J: "jack", Q: "queen", K: "king", A: "ace",
};
// Where the pips stand: columns in units of 100, rows in units of 140.
const PIPS = {
  2: "50,32 50,108",
  3: "50,32 50,70 50,108",
  4: "33,32 67,32 33,108 67,108",
  5: "33,32 67,32 50,70 33,108 67,108",
  6: "33,32 67,32 33,70 67,70 33,108 67,108",
  7: "33,32 67,32 50,51 33,70 67,70 33,108 67,108",
  8: "33,32 67,32 50,51 33,70 67,70 50,89 33,108 67,108",
  9: "33,29 67,29 33,56.300 67,56.300 50,70 33,83.700 67,83.700 33,111 67,111",
  T: "33,29 67,29 50,42.700 33,56.300 67,56.300 33,83.700 67,83.700 50,97.300 33,111 67,111",
};

export const suitName = (suit) => SUITS[suit].name;

/** "QS" → "queen of spades". */
export const cardName = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]].name}`;

const pip = (suit, x, y, size, turned = false) =>
  `<path transform="translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${size / 100}) translate(-50 -50)" d="${SUITS[suit].path}"/>`;

function index(card) {
  const [rank, suit] = card;
  const text = rank === "T" ? `<text x="12.500" y="22" class="ten">10</text>` : `<text x="12" y="22">${rank}</text>`;
  return text + pip(suit, 12, 33.500, 14.500);
}

function middle(card) {
  const [rank, suit] = card;
  if (rank === "A") return pip(suit, 50, 70, 46);
  if (PIPS[rank]) {
    const spots = PIPS[rank].split(" ").map((spot) => spot.split(",").map(Number));
    return spots.map(([x, y]) => pip(suit, x, y, 20, y > 75)).join("");
  }
  const half = courts[rank] + pip(suit, 27.500, 22, 10);
  return `<g transform="translate(50 70) scale(.93) translate(-50 -70)">
    <rect class="frame" x="21" y="12" width="58" height="116" rx="3"/>
    ${half}<g transform="rotate(180 50 70)">${half}</g>
    <path class="belt" d="M21 70h58"/><rect class="outline" x="21" y="12" width="58" height="116" rx="3"/></g>`;
}

function symbol(card) {
  const corner = index(card);
  return `<symbol id="card-${card}" viewBox="0 0 100 140">
    <rect class="ground" x=".5" y=".5" width="99" height="139" rx="8"/>
    ${middle(card)}${corner}<g transform="rotate(180 50 70)">${corner}</g></symbol>`;
}

const back = `<symbol id="card-back" viewBox="0 0 100 140">
  <rect class="ground" x=".5" y=".5" width="99" height="139" rx="8"/>
  <rect class="back" x="6" y="6" width="88" height="128" rx="5"/>
  <path class="weave" d="${Array.from({ length: 14 }, (_, i) => `M${-34 + i * 16} 6l128 128M${-34 + i * 16} 134l128-128`).join("")}"/>
  <rect class="cover" x="0" y="0" width="6" height="140"/>
  ${pip("S", 50, 70, 30)}</symbol>`;

/** Put the drawings into the page, once. */
export function layOutDeck() {
  const faces = Object.keys(SUITS).flatMap((suit) => Object.keys(RANKS).map((rank) => symbol(rank + suit)));
  const suits = Object.keys(SUITS).map((suit) => `<symbol id="suit-${suit}" viewBox="0 0 100 100">${pip(suit, 50, 50, 100)}</symbol>`);
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${faces.join("")}${suits.join("")}</svg>`;
  document.body.append(holder);
}

function use(id, className) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", id.startsWith("suit") ? "0 0 100 100" : "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  const link = document.createElementNS("http://www.w3.org/2000/svg", "use");
  link.setAttribute("href", `#${id}`);
  svg.append(link);
  return svg;
}

export const face = (card) => use(`card-${card}`, `face suit-${card[1]}`);
export const suitSign = (suit) => use(`suit-${suit}`, `sign suit-${suit}`);
