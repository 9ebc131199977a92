/* Cards named by touch: each tap on a card of the box takes one more, a tap on one that was taken gives it back. What is
   sent stands in the form's own fields, which are shown without this file. */

for (const part of document.querySelectorAll(".touched")) prepare(part);

function prepare(part) {
  const form = part.closest("form"), taken = part.querySelector(".taken");
  const slots = [...form.querySelectorAll("select[name^='card.']")];
  const goes = slots.map((slot) => form.querySelector(`input[name="gone.${slot.name.slice(5)}"]`));
  const count = form.querySelector("#read");
  taken.classList.toggle("goes", Boolean(part.dataset.goes));
  slots[0].closest("details").hidden = true;
  part.hidden = false;

  part.addEventListener("click", ({ target }) => {
    const card = target.closest("[data-card]"), away = target.closest("[data-slot]");
    if (card) take(card.dataset.card);
    else if (away) giveBack(Number(away.dataset.slot));
    else return;
    draw();
  });
  part.addEventListener("change", ({ target }) => (goes[Number(target.value)].checked = target.checked));
  draw();

  // The answer comes after the same time whatever it is; until then nothing more is touched.
  const end = form.querySelector("button[value=done]"), word = end.textContent;
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter !== end) return;
    form.setAttribute("aria-busy", "true");
    end.textContent = part.dataset.waits;
  });
  addEventListener("pageshow", () => {
    form.removeAttribute("aria-busy");
    end.textContent = word;
  });

  /** One more; where a single card is asked for, another in its place. */
  function take(card) {
    const free = slots.find((slot) => !slot.value) ?? (slots.length === 1 ? slots[0] : null);
    if (free) free.value = card;
  }

  /** The others move up. */
  function giveBack(at) {
    for (let k = at; k < slots.length; k += 1) {
      slots[k].value = slots[k + 1]?.value ?? "";
      if (goes[k]) goes[k].checked = goes[k + 1]?.checked ?? false;
    }
  }

  function draw() {
    const full = slots.filter((slot) => slot.value);
    const isFull = full.length === slots.length && slots.length > 1;
    count.textContent = part.dataset.said.replace("#", full.length);
    for (const button of part.querySelectorAll("[data-card]")) button.disabled = isFull;
    taken.replaceChildren(...slots.map((slot, at) => {
      const row = document.createElement("li");
      if (!slot.value) return row;
      const name = slot.selectedOptions[0].textContent;
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      button.dataset.slot = at;
      button.setAttribute("aria-label", part.dataset.off.replace("#", name));
      row.append(button);
      if (part.dataset.goes && goes[at]) row.append(goesToo(at));
      return row;
    }));
  }

  function goesToo(at) {
    const label = Object.assign(document.createElement("label"), { className: "segment" });
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: at, checked: goes[at].checked });
    const said = Object.assign(document.createElement("span"), { textContent: part.dataset.goes });
    label.append(box, said);
    return label;
  }
}
