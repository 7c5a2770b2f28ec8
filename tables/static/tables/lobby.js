// The list of open tables stays true: the lobby's socket says what is open, htmx fetches the list again.
// While the pointer or the focus is in the list no table changes its place: new ones come last, and
// those that have gone stay, greyed, until the reader is out of it.

import "./faces.js";
import { keepConnected } from "./live.js";

const AT_MOST_EVERY = 1_000;
const ID = "open-tables";

let refreshing = null;
let untidy = false;

const section = () => document.getElementById(ID);
const rows = (within) => [...within.querySelectorAll(".table-card")];
const inUse = () => section().matches(":hover, :focus-within");

/** The text that the page has as data-key (ListedTable.key). */
function keyOf(table) {
  const seats = table.seats.map((seat) => {
    return [seat.kind, seat.name, seat.elo, seat.total].map((part) => part ?? "").join(":");
  });
  return [table.code, table.state, table.hand ?? "", ...seats].join(" ");
}

function shownKeys() {
  return rows(section()).filter((row) => !row.matches(".gone")).map((row) => row.dataset.key);
}

function refresh() {
  refreshing ??= setTimeout(() => {
    refreshing = null;
    window.htmx.trigger(section(), "tables-changed");
  }, AT_MOST_EVERY * (0.2 + Math.random() * 0.8));
}

function onMessage(message) {
  if (message.type !== "tables") return;
  const told = message.tables.map(keyOf).sort().join("\n");
  if (told !== shownKeys().sort().join("\n")) refresh();
}

function greyed(row) {
  row = row.cloneNode(true);
  row.classList.add("gone");
  row.inert = true;
  return row;
}

/** The list as fetched, with its tables in the places where they are shown now. */
function keepPlaces(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(ID);
  const byCode = new Map(rows(fresh).map((row) => [row.dataset.code, row]));
  const placed = rows(section()).map((old) => {
    const row = byCode.get(old.dataset.code);
    byCode.delete(old.dataset.code);
    return row ?? greyed(old);
  });
  const list = section().querySelector(".table-list").cloneNode(false);
  list.append(...placed, ...byCode.values());
  fresh.querySelector(".table-list, .no-tables").replaceWith(list);
  return fresh.outerHTML;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== ID || !event.detail.shouldSwap) return;
  untidy = inUse() && rows(section()).length > 0;
  if (untidy) event.detail.serverResponse = keepPlaces(event.detail.serverResponse);
});

document.addEventListener("htmx:afterSwap", () => {
  // The focused button's table may have gone: the heading is the nearest place.
  if (untidy && document.activeElement === document.body && lastFocused) {
    document.getElementById(`${ID}-title`).focus({ preventScroll: true });
  }
});

let lastFocused = false;
document.addEventListener("htmx:beforeRequest", () => {
  lastFocused = section().contains(document.activeElement);
});

function tidy() {
  setTimeout(() => {
    if (!untidy || inUse()) return;
    untidy = false;
    refresh();
  });
}

document.addEventListener("pointerover", tidy);
document.addEventListener("focusin", tidy);

// A tip that is shown for a player's name goes at Escape, until the name is left.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const seat of section().querySelectorAll(".table-seat:is(:hover, :focus-within)")) {
    seat.classList.add("told");
    for (const left of ["pointerleave", "focusout"]) {
      seat.addEventListener(left, () => seat.classList.remove("told"), { once: true });
    }
  }
});

keepConnected("/ws/lobby/", onMessage);
