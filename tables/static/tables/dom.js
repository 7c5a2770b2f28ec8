// Making elements and putting them into the page without disturbing what has not changed.

/** h("button.primary", {type: "button"}, "Start"); attributes that are false or null are left out. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}

/** A button that gives a command of table.js; its look is a list of classes: "small primary". */
export const button = (look, command, words, attributes = {}) =>
  h("button", { class: look || null, type: "button", "data-do": command, ...attributes }, words);

/** Words for screen readers only. */
export const unseen = (text) => h("span.visually-hidden", {}, text);

export const $ = (id) => document.getElementById(id);

/**
 * Show these children in the container, replacing only those that differ.
 * A control that had the focus gives it to the new control with the same data-key.
 */
export function redraw(container, ...children) {
  const fresh = children.flat().filter(Boolean).map(asNode);
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  while (container.childNodes.length > fresh.length) container.lastChild.remove();
  fresh.forEach((node, at) => {
    const old = container.childNodes[at];
    if (!old) container.append(node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  });
  if (focused && !focused.isConnected) refocus(container, key);
}

const asNode = (child) => (child.nodeType ? child : document.createTextNode(child));

function refocus(container, key) {
  const again = key && document.querySelector(`[data-key="${key}"]`);
  if (again) return again.focus();
  container.tabIndex = -1;
  container.focus();
}

/** May things move? The reader's system says so, or data-motion="reduce" on <html>. */
export const mayMove = () =>
  document.documentElement.dataset.motion !== "reduce" &&
  !matchMedia("(prefers-reduced-motion: reduce)").matches;
