/* What is chosen is shown at once, and the browser prints it. Without this file the button that refreshes does the first,
   and the browser's own menu the second. */

const form = document.getElementById("order");
const button = document.getElementById("print");

button.hidden = false;
button.addEventListener("click", () => print());
document.getElementById("refresh")?.remove(); // the sheet of the puzzles offers no choice
form?.addEventListener("change", (event) => {
  // A table plays one box, with its own people; another box is no table's.
  if (event.target.name === "box") for (const one of form.querySelectorAll("[name=table], [name=players]")) one.disabled = true;
  form.requestSubmit();
});
