// The deck: every face drawn once as a <symbol>, and a card's name in words.

import { courts } from "./courts.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = {
  C: {
    name: "clubs",
    path: "M50 6a20 20 0 0 1 15 33 20 20 0 1 1-9 33c1 9 4 16 9 22H35c5-6 8-13 9-22a20 20 0 1 1-9-33A20 20 0 0 1 50 6z",
  },
  D: {
    name: "diamonds",
    path: "M50 4C60 22 72 38 86 50 72 62 60 78 50 96 40 78 28 62 14 50 28 38 40 22 50 4z",
  },
  H: {
    name: "hearts",
    path: "M50 92C20 68 6 51 6 33A22.5 22.5 0 0 1 50 25 22.5 22.5 0 0 1 94 33c0 18-14 35-44 59z",
  },
  S: {
    name: "spades",
    path: "M50 5C40 26 9 39 9 63a20 20 0 0 0 35 13c-1 9-4 14-9 19h30c-5-5-8-10-9-19a20 20 0 0 0 35-13C91 39 60 26 50 5z",
  },
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
  9: "33,29 67,29 33,56.3 67,56.3 50,70 33,83.7 67,83.7 33,111 67,111",
  T: "33,29 67,29 50,42.7 33,56.3 67,56.3 33,83.7 67,83.7 50,97.3 33,111 67,111",
};

export const suitName = (suit) => SUITS[suit].name;

/** "QS" → "queen of spades". */
export const cardName = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]].name}`;

/** A suit's sign around (x, y), `size` wide and high. */
function pip(suit, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  const place = `translate(${x} ${y})${turn} scale(${size / 100}) translate(-50 -50)`;
  return `<path transform="${place}" d="${SUITS[suit].path}"/>`;
}

function index(card) {
  const [rank, suit] = card;
  const ten = `<text x="12.5" y="22" class="ten">10</text>`;
  return (rank === "T" ? ten : `<text x="12" y="22">${rank}</text>`) + pip(suit, 12, 33.5, 14.5);
}

function middle(card) {
  const [rank, suit] = card;
  if (rank === "A") return pip(suit, 50, 70, 46);
  if (PIPS[rank]) {
    const spots = PIPS[rank].split(" ").map((spot) => spot.split(",").map(Number));
    return spots.map(([x, y]) => pip(suit, x, y, 20, y > 75)).join("");
  }
  const half = courts[rank] + pip(suit, 27.5, 22, 10);
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

/** Put the drawings into the page, once. */
export function layOutDeck() {
  const cards = Object.keys(SUITS).flatMap((suit) => Object.keys(RANKS).map((rank) => rank + suit));
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = `<svg xmlns="${SVG}">${cards.map(symbol).join("")}</svg>`;
  document.body.append(holder);
}

/** A card's face, hidden from screen readers: its name stands beside it. */
export function face(card) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `face suit-${card[1]}`);
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#card-${card}`);
  svg.append(use);
  return svg;
}
