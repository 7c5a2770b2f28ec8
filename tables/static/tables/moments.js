// Moments and the time until then, as the page shows them: the moment is the server's, by its
// clock; only how it is written is the reader's (time zone).

import { serverNow } from "./clock.js";
import { h } from "./dom.js";

const TODAY = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const LATER = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
const HALF_A_DAY_MS = 43_200_000;

const written = (ms) => (Math.abs(ms - serverNow()) < HALF_A_DAY_MS ? TODAY : LATER).format(new Date(ms));

/** "20:41" in the reader's time zone. */
export const moment = (ms) => h("time", { datetime: new Date(ms).toISOString() }, written(ms));

/** How long until then: "2:13". */
export function timeLeft(until) {
  const seconds = Math.max(0, Math.ceil((until - serverNow()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "2:13", counting down while it is on the page. */
export const countdown = (until) => h("span.count", { "data-until": until }, timeLeft(until));

/** The same in seconds alone: "4". */
export const seconds = (until) => h("span.count", { "data-until": until, "data-plain": true }, secondsText(until));

const secondsText = (until) => String(Math.max(0, Math.ceil((until - serverNow()) / 1000)));

/** Called twice a second. */
export function countOn() {
  for (const node of document.querySelectorAll("[data-until]")) {
    const until = Number(node.dataset.until);
    const text = "plain" in node.dataset ? secondsText(until) : timeLeft(until);
    if (node.textContent !== text) node.textContent = text;
  }
}
