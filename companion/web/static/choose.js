/* A list of more than a few, touched on the table: a grid of targets over it, turned to whoever must act, as the lists of
   the browser are not. Keys open the browser's own; without this file everything does. */

import { FAR } from "./drag.js";
import { lay } from "./over.js";

const FEW = 4;

const listed = (event) => {
  const one = event.target.closest?.("#ask select");
  return one && one.options.length > FEW ? one : null;
};

function open(select) {
  const grid = document.createElement("div");
  grid.className = "choices several";
  for (const option of select.options) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "choice";
    button.textContent = option.textContent.trim() || "—";
    button.value = option.value;
    button.setAttribute("aria-pressed", String(option.selected));
    button.addEventListener("click", () => {
      document.getElementById("over").close();
      if (select.value === option.value) return;
      select.value = option.value;
      for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true }));
    });
    grid.append(button);
  }
  const heading = document.createElement("h2");
  heading.textContent = (select.labels?.[0]?.textContent ?? select.getAttribute("aria-label") ?? "").trim().split("\n")[0];
  lay("several", [heading, grid], heading.textContent);
  document.getElementById("over").dataset.turned = document.getElementById("actor")?.dataset.turned ?? "0"; // as the form lies
  grid.querySelector("[aria-pressed=true]")?.focus();
}

let from = null;

document.addEventListener("touchstart", (event) => (from = [event.changedTouches[0].clientX, event.changedTouches[0].clientY]), { passive: true });
document.addEventListener("touchend", (event) => {
  const select = listed(event), { clientX, clientY } = event.changedTouches[0];
  if (!select || !event.cancelable || !from || Math.hypot(clientX - from[0], clientY - from[1]) > FAR) return;
  event.preventDefault();
  open(select);
}, { passive: false });
document.addEventListener("mousedown", (event) => {
  const select = !event.button && listed(event);
  if (!select) return;
  event.preventDefault();
  open(select);
});
