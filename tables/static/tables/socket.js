// The line to the server: requests with answers, signs of life, coming back after a break.

const SYNC_MS = 15_000;
const ANSWER_MS = 10_000;
const WAKE_MS = 3_000;
const FINAL = new Set([4403, 4404]);

/** What the codes with which the server closes a socket mean to a player. */
export const closeText = {
  1008: "Too much was sent at once, so the server closed the line.",
  1012: "The server is restarting. Your game goes on in a moment.",
  4401: "Your log-in has changed.",
  4403: "This table is private: you need its invite link.",
  4404: "There is no such table.",
};

export class TableSocket {
  #path;
  #onMessage;
  #onState;
  #socket = null;
  #requests = new Map();
  #nextId = 1;
  #failures = 0;
  #retry = 0;
  #watch = 0;
  #watchEnds = Infinity;
  #over = false;
  /** The longest pause between two tries; short while a game runs. */
  longestPause = 30_000;

  /** onMessage gets updates; onState gets "open", "lost" or "refused", and the close code. */
  constructor(path, onMessage, onState) {
    this.#path = path;
    this.#onMessage = onMessage;
    this.#onState = onState;
    this.#connect();
    setInterval(() => this.sync(), SYNC_MS);
    const wake = () => document.visibilityState === "visible" && this.wake();
    for (const name of ["pageshow", "online", "focus"]) window.addEventListener(name, wake);
    document.addEventListener("visibilitychange", wake);
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN && navigator.onLine !== false;
  }

  /** Send a command; resolves to the answer (ok, error) or to {type: "lost"} if none can come. */
  request(message) {
    if (!this.open) return Promise.resolve({ type: "lost" });
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, ...message }));
    this.#expect(ANSWER_MS);
    return new Promise((resolve) => this.#requests.set(id, resolve));
  }

  sync() {
    this.#ask("sync", ANSWER_MS);
  }

  /** The page was asleep or away: is the line still there? */
  wake() {
    if (this.#over) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#ask("ping", WAKE_MS);
      this.#ask("sync", WAKE_MS);
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#connect();
    }
  }

  #ask(type, wait) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type }));
    this.#expect(wait);
  }

  /** Whatever comes in shows that the line lives; silence for this long replaces it. */
  #expect(wait) {
    const ends = performance.now() + wait;
    if (ends >= this.#watchEnds) return;
    clearTimeout(this.#watch);
    this.#watchEnds = ends;
    this.#watch = setTimeout(() => this.#replace(), wait);
  }

  #heard() {
    clearTimeout(this.#watch);
    this.#watchEnds = Infinity;
  }

  #connect() {
    clearTimeout(this.#retry);
    const url = new URL(this.#path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#expect(ANSWER_MS);
    socket.addEventListener("message", (event) => socket === this.#socket && this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#lost(event.code));
  }

  #replace() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#lost(1006);
  }

  #receive(message) {
    this.#heard();
    if (message.type === "update") {
      this.#failures = 0;
      this.#onState("open");
      this.#onMessage(message);
    } else if (this.#requests.has(message.id)) {
      this.#requests.get(message.id)(message);
      this.#requests.delete(message.id);
    }
  }

  #lost(code) {
    this.#heard();
    this.#socket = null;
    for (const resolve of this.#requests.values()) resolve({ type: "lost" });
    this.#requests.clear();
    this.#over = FINAL.has(code);
    this.#onState(this.#over ? "refused" : "lost", code);
    if (!this.#over) this.#retry = setTimeout(() => this.#connect(), this.#pause(code));
  }

  /** Half a second, doubling, with jitter, so that not everybody comes back at once. */
  #pause(code) {
    if (code === 4401 && this.#failures === 0) {
      this.#failures = 1;
      return 0;
    }
    const pause = Math.min(500 * 2 ** this.#failures, code === 1008 ? 30_000 : this.longestPause);
    this.#failures += 1;
    return pause * (0.5 + Math.random() / 2);
  }
}
