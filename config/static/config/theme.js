// Loaded by a blocking tag in <head>, so that a page never flashes in the wrong colours.
// What the reader chose lies in localStorage: "theme" (light, dark) and "deck" (4); site.js writes it.
// A registered player's choices come with the page instead, which then has data-store.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  if (root.dataset.store) return;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("deck") === "4") root.dataset.deck = "4";
  } catch {
    // Storage is blocked: the system's colours and the two-colour deck it is.
  }
})();
