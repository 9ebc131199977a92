/* What somebody has chosen or typed and not yet sent, and how it outlives a page that comes by itself. */

const ALL = "#ask input:not([type=hidden]), #ask select, #ask textarea";
const isBox = (one) => one.type === "radio" || one.type === "checkbox";
const prompt = (page) => page.getElementById("prompt")?.textContent ?? "";
const label = (one) => (one.closest("fieldset")?.querySelector("legend") ?? one.labels?.[0])?.textContent ?? "";

/** The field of a question: another question may have one of the same name, and what it stands for is in the label. */
const key = (one) => [one.name, isBox(one) ? one.value : "", label(one)].join("\n");

const chosen = (one) => (isBox(one) ? one.checked : one.value);

/** What the page itself says of a field. */
function given(one) {
  if (isBox(one)) return one.defaultChecked;
  if (one.tagName !== "SELECT") return one.defaultValue;
  return ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value ?? "";
}

const differs = (one) => chosen(one) !== given(one);
const offers = (one, value) => one.tagName !== "SELECT" || [...one.options].some((option) => option.value === value);

const isTypedIn = (one) => one === document.activeElement && !isBox(one) && one.tagName !== "SELECT";
/** A page that was refused brings back what was filled in: the page says it, but somebody chose it. */
const isBroughtBack = (one) => one.closest("[data-filled]") !== null;

const fields = (page) => [...page.querySelectorAll(ALL)];
/** What somebody has filled in; a radio let go of only because another of its group was chosen is no choice. */
const changed = (page) =>
  fields(page).filter(
    (one) => (differs(one) || isTypedIn(one) || isBroughtBack(one)) && (one.type !== "radio" || one.checked),
  );

/** Whether somebody is filling something in. */
export const isFilling = () => changed(document).length > 0;

/** Everything filled in, to be put on the page that comes; `since`: only fields touched later than that (ms). */
export function filled(since = 0) {
  const focused = document.activeElement;
  const kept = changed(document).filter((one) => (touched.get(one) ?? 0) >= since);
  return {
    prompt: prompt(document),
    values: new Map(kept.map((one) => [key(one), chosen(one)])),
    focus: focused?.matches?.(ALL) ? { key: key(focused), at: focused.selectionStart, to: focused.selectionEnd } : null,
  };
}

/** Whether every choice finds its field, with that choice in it, in the same question of the fresh page. */
export function fits(kept, fresh) {
  if (!kept.values.size) return true;
  if (prompt(fresh) !== kept.prompt) return false;
  const there = new Map(fields(fresh).map((one) => [key(one), one]));
  return [...kept.values].every(([name, value]) => there.has(name) && offers(there.get(name), value));
}

/** Fields show what the page says, but for what is kept. One that shows it already is not touched: a finger may be in it. */
export function put(kept) {
  const isSame = prompt(document) === kept.prompt;
  const groups = new Set(); // of radios: with one of them kept, what the page says of the others no longer counts
  for (const one of fields(document)) if (isSame && one.type === "radio" && kept.values.has(key(one))) groups.add(one.name);
  for (const one of fields(document)) {
    const mine = isSame && kept.values.has(key(one)) && offers(one, kept.values.get(key(one)));
    const value = mine ? kept.values.get(key(one)) : isBox(one) && groups.has(one.name) ? false : given(one);
    if (chosen(one) === value) continue;
    if (isBox(one)) one.checked = value;
    else one.value = value;
  }
  if (!kept.focus || !isSame) return;
  const back = fields(document).find((one) => key(one) === kept.focus.key);
  if (!back || back === document.activeElement) return;
  back.focus({ preventScroll: true });
  if (kept.focus.at !== null && kept.focus.at !== undefined) back.setSelectionRange(kept.focus.at, kept.focus.to);
}

const touched = new WeakMap(); // field -> when it was last touched (ms)
for (const name of ["input", "change"]) {
  document.addEventListener(name, (event) => touched.set(event.target, performance.now()), true);
}

/** − and + beside a number: one less or one more, as far as it goes. */
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".stepper [data-step]");
  if (!button) return;
  const number = button.parentElement.querySelector("input");
  const before = number.value;
  if (button.dataset.step > 0) number.stepUp();
  else number.stepDown();
  if (number.value !== before) number.dispatchEvent(new Event("input", { bubbles: true }));
});
