// A socket that stays: reconnects with back-off and jitter, and finds out on waking whether it still lives.

const FIRST_DELAY = 500;
const PING_EVERY = 25_000;
const PONG_WITHIN = 3_000;

/**
 * Keep a socket to `path` open, and hand each message (parsed) to `onMessage`.
 * `maxDelay` (ms) bounds the wait between two attempts.
 */
export function keepConnected(path, onMessage, { maxDelay = 30_000 } = {}) {
  let socket = null;
  let delay = FIRST_DELAY;
  let retry = null;
  let pong = null;

  function connect() {
    clearTimeout(retry);
    clearTimeout(pong);
    pong = null;
    const url = new URL(path, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(url);
    socket = mine;
    mine.onmessage = (event) => {
      clearTimeout(pong);
      pong = null;
      delay = FIRST_DELAY;
      onMessage(JSON.parse(event.data));
    };
    mine.onclose = () => {
      if (socket === mine) connectLater();
    };
  }

  function connectLater() {
    clearTimeout(retry);
    retry = setTimeout(connect, delay * (0.5 + Math.random() / 2));
    delay = Math.min(delay * 2, maxDelay);
  }

  function replace() {
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }

  function check() {
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState !== WebSocket.OPEN) {
      replace();
    } else if (pong === null) {
      pong = setTimeout(replace, PONG_WITHIN);
      socket.send('{"type":"ping"}');
    }
  }

  function checkIfShown() {
    if (!document.hidden) check();
  }

  window.addEventListener("pageshow", (event) => event.persisted && check());
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", checkIfShown);
  setInterval(() => socket?.readyState === WebSocket.OPEN && checkIfShown(), PING_EVERY);
  connect();
}
