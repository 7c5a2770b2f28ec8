// Menus, theme, deck and toasts: what every page has.

const TOAST_MS = 6_000;
const WAY_BACK_MS = 15_000;
// A line that was lost with the page before is known by then.
const WAY_BACK_FIRST_MS = 3_000;
const root = document.documentElement;

function store(key, value) {
  if (root.dataset.store) storeAtSite(key, value);
  else storeHere(key, value);
}

/** A registered player's choice goes into their settings. */
async function storeAtSite(key, value) {
  const body = new URLSearchParams({
    [key]: value,
    csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value,
  });
  try {
    const response = await fetch(root.dataset.store, { method: "POST", body });
    if (response.status !== 204) throw new Error(String(response.status));
  } catch {
    toast("Your choice holds for this page only: it could not be saved.", { kind: "error" });
  }
}

function storeHere(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the choice holds for this page only.
  }
}

function choose(key, value) {
  if (value) root.dataset[key] = value;
  else delete root.dataset[key];
  store(key, value);
  showChoices();
}

/** Mark the pressed button of each choice: data-set-theme="", "light", "dark"; data-set-deck="", "4". */
function showChoices() {
  for (const button of document.querySelectorAll("[data-set-theme]")) {
    button.setAttribute("aria-pressed", String(button.dataset.setTheme === (root.dataset.theme ?? "")));
  }
  for (const button of document.querySelectorAll("[data-set-deck]")) {
    button.setAttribute("aria-pressed", String(button.dataset.setDeck === (root.dataset.deck ?? "")));
  }
}

function closeMenus(except = null) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

function stepThroughMenu(event, menu) {
  const items = [...menu.querySelectorAll(".menu-item")].filter((item) => item.offsetParent);
  const at = items.indexOf(document.activeElement);
  const last = items.length - 1;
  const next = {
    ArrowDown: at < last ? at + 1 : 0,
    ArrowUp: at > 0 ? at - 1 : last,
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined || !items.length) return;
  event.preventDefault();
  menu.open = true;
  items[next].focus();
}

/** Say something in passing; screen readers hear it, and it goes by itself after `ms`. */
export function toast(text, { kind = "info", ms = TOAST_MS } = {}) {
  const item = document.createElement("div");
  item.className = `toast ${kind}`;
  item.textContent = text;
  document.getElementById("toasts").append(item);
  setTimeout(() => item.remove(), ms);
}

/** Moments come in UTC; the reader's own time says more. */
function localiseMoments(part = document) {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
  const timeOfDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
  for (const moment of part.querySelectorAll("time[data-moment], time[data-time-of-day]")) {
    const local = moment.dataset.moment === undefined ? timeOfDay : format;
    moment.title = moment.textContent;
    moment.textContent = local.format(new Date(moment.dateTime)).replace(" at ", ", ");
  }
}

/** The way back to a running ranked game comes, goes, and has its time. */
function keepWayBackFresh() {
  const place = document.getElementById("way-back");
  if (!place?.dataset.url) return;
  const refresh = async () => {
    const response = await fetch(place.dataset.url).catch(() => null);
    if (!response?.ok || response.redirected) return;
    place.innerHTML = await response.text();
    localiseMoments(place);
  };
  const wake = () => document.visibilityState === "visible" && refresh();
  const isShown = () => place.querySelector(".way-back") !== null;
  if (isShown()) setTimeout(wake, WAY_BACK_FIRST_MS);
  setInterval(() => isShown() && wake(), WAY_BACK_MS);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => event.persisted && refresh());
}

/** What the server had to say goes too, unless something went wrong. */
function fadeMessages() {
  for (const item of document.querySelectorAll(".toast:not(.error, .warning)")) {
    setTimeout(() => item.remove(), TOAST_MS);
  }
}

document.addEventListener("click", (event) => {
  closeMenus(event.target.closest("details.menu"));
  const button = event.target.closest("[data-set-theme], [data-set-deck], [data-dismiss]");
  if (!button) return;
  if (button.dataset.setTheme !== undefined) choose("theme", button.dataset.setTheme);
  if (button.dataset.setDeck !== undefined) choose("deck", button.dataset.setDeck);
  if (button.dataset.dismiss !== undefined) button.closest(".toast").remove();
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details.menu");
  if (event.key === "Escape") {
    if (menu?.open) menu.querySelector("summary").focus();
    closeMenus();
  } else if (menu) {
    stepThroughMenu(event, menu);
  }
});

document.addEventListener("focusin", (event) => closeMenus(event.target.closest("details.menu")));
window.addEventListener("pageshow", () => closeMenus());

showChoices();
localiseMoments();
keepWayBackFresh();
fadeMessages();
