// Draws the cards that a page names: <span class="named-card" data-card="QS">.

import { face, layOutDeck } from "./cards.js";

layOutDeck();
for (const place of document.querySelectorAll("[data-card]")) {
  place.replaceChildren(face(place.dataset.card));
}
