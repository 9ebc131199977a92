/* Lights up what the practice evening's sentence points at; once it has said why it cannot be done, what comes after it. */

const coach = () => document.getElementById("coach");

function point() {
  for (const one of document.querySelectorAll(".led")) one.classList.remove("led");
  const { touch } = coach().dataset;
  if (!touch) return;
  const target = document.getElementById(touch);
  for (const one of [target, document.querySelector(`.seat[data-press="${touch}"]`)]) one?.classList.add("led");
  scrollTo(0, 0);
  target?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("toggle", ({ target }) => {
  const { touch, then, thenTouch } = coach().dataset;
  if (!then || target.id !== touch || !target.open) return;
  coach().firstElementChild.textContent = then;
  Object.assign(coach().dataset, { touch: thenTouch, then: "" });
  point();
}, true);
document.addEventListener("companion:shown", point);
point();
