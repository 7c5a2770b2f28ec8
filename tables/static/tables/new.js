// What a ranked table has no choice of is not sent.

const form = document.querySelector(".table-form");

function settle() {
  const ranked = form.elements.kind.value === "ranked";
  for (const field of form.querySelectorAll(".field.if-regular input")) field.disabled = ranked;
}

form.addEventListener("change", settle);
window.addEventListener("pageshow", settle);
