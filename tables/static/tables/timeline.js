// The queue of what is still to be shown: each event at its time, then the view that they led to.

import { serverNow } from "./clock.js";

const TOO_LATE_MS = 8_000;
// More updates than these at once come to a page that has slept: it shows where they led to.
const MANY = 4;

export class Timeline {
  #steps = [];
  #timer = 0;
  #version = -1;
  #show;
  #skip;
  #draw;

  /** show(event, view) plays an event, skip(event, view) only notes it, draw(view) shows a whole view. */
  constructor({ show, skip, draw }) {
    this.#show = show;
    this.#skip = skip;
    this.#draw = draw;
    document.addEventListener("visibilitychange", () => this.catchUp());
  }

  /** Is what one sees the newest that is known? */
  get isCaughtUp() {
    return this.#steps.length === 0;
  }

  add({ version, events, view }) {
    if (version < this.#version) return;
    const known = version === this.#version;
    this.#version = version;
    if (known && this.#steps.length) {
      this.#steps.at(-1).view = view;
      return;
    }
    for (const event of events) this.#steps.push({ at: event.show, event, view });
    this.#steps.push({ at: 0, view });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run()); // so that what comes in a burst is taken together
  }

  /** Show everything up to and including the next event of this kind now. */
  hurryTo(kind) {
    const last = this.#steps.findIndex((step) => step.event?.kind === kind);
    for (let left = last; left >= 0; left--) this.#take(this.#steps.shift());
    this.#run();
  }

  /** Jump over these steps, usually to the newest view: the page was hidden or fell behind. */
  catchUp(count = this.#steps.length) {
    if (this.isCaughtUp) return;
    clearTimeout(this.#timer);
    const steps = this.#steps.splice(0, count);
    for (const { event, view } of steps) if (event) this.#skip(event, view);
    this.#draw(steps.at(-1).view);
  }

  /** How many steps are to be shown by now, the last of them a view. */
  #due() {
    const later = this.#steps.findIndex(({ at }) => at > serverNow());
    return this.#steps.slice(0, later < 0 ? undefined : later).findLastIndex(({ event }) => !event) + 1;
  }

  #run() {
    clearTimeout(this.#timer);
    const due = this.#due();
    if (this.#steps.slice(0, due).filter(({ event }) => !event).length > MANY) this.catchUp(due);
    while (this.#steps.length) {
      const wait = this.#steps[0].at - serverNow();
      if (document.hidden || wait < -TOO_LATE_MS && this.#steps[0].at) return this.catchUp();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#run(), wait);
        return;
      }
      this.#take(this.#steps.shift());
    }
  }

  #take({ event, view }) {
    if (event) this.#show(event, view, this.#steps.some((step) => step.event?.kind === "game_ended"));
    else this.#draw(view);
  }
}
