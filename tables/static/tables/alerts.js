// Telling those who wait in another tab: the title, a sound, and a notification where allowed.
// The browser is asked for leave only when a button is pressed.

import { $ } from "./dom.js";
import { toast } from "./notices.js";
import { allowSounds, chime } from "./sounds.js";

const KEY = "alerts";
let notification = null;

export const wantsAlerts = () => read() === "on";

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is blocked: nothing is kept
  }
}

function keep(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // the choice holds for nothing but this moment
  }
}

/** Turns alerts on or off; on, the browser asks for leave once. */
export async function setAlerts(on) {
  keep(on ? "on" : "off");
  showAlerts();
  if (!on) return;
  allowSounds();
  chime();
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  toast(answer === "granted"
    ? "You will hear a tone and get a notification when it is your turn."
    : "You will hear a tone when it is your turn. This browser shows no notifications from here.");
}

/** Marks the choice that holds. */
export function showAlerts() {
  for (const choice of document.querySelectorAll("[data-alerts]")) {
    choice.setAttribute("aria-pressed", String((choice.dataset.alerts === "on") === wantsAlerts()));
  }
}

/** Something waits for the player. The notification is for who does not see the page. */
export function alertPlayer(text) {
  chime();
  if (!document.hidden || !wantsAlerts() || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    notification = new Notification(text, { tag: $("game").dataset.code, body: `Table ${$("game").dataset.code}` });
    notification.onclick = () => window.focus();
  } catch (error) {
    // Some phones leave notifications to service workers; the title and the tone have to do.
    if (!(error instanceof TypeError)) throw error;
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) notification?.close();
});
if (wantsAlerts()) allowSounds();

