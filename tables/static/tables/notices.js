// Passing notices, the banner about the connection, the page's title.

import { $, h } from "./dom.js";

const TOAST_MS = 7_000;
const title = document.title;

/** Say something in passing. The same words are not shown twice at once. */
export function toast(text, kind = "info") {
  const toasts = $("notes");
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const item = h("p", { class: `toast ${kind}` }, text);
  toasts.append(item);
  setTimeout(() => item.remove(), TOAST_MS);
}

/** A line over the table; an empty text takes it away. */
export function banner(text, action = null) {
  $("banner").replaceChildren(...[text, action].filter(Boolean));
}

export function setTitle(start) {
  const name = title.split("–").at(-1).trim();
  const here = title.split("–")[0].trim();
  document.title = `${start || here} – ${name}`;
}
