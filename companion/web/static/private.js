/* What the seat of this phone alone is told. It says that something has come; the words are seen only while a finger
   holds the button, so that nobody reads them over a shoulder, and always in a box of the same size. */

const words = () => document.getElementById("seat-of")?.dataset ?? {};

function element(name, text = "", more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

/** Show that a note has come, once each. */
export function arrived(note, game) {
  if (document.getElementById(`note-${note.id}`)) return;
  const box = element("aside", "", { id: `note-${note.id}`, className: "private" });
  box.setAttribute("role", "alertdialog");
  box.setAttribute("aria-label", words().arrived ?? "");
  const text = element("p", "", { className: "told" });
  const hold = element("button", words().hold, { className: "hold" });
  const done = element("button", words().done, { className: "done" });
  const uncover = () => (text.textContent = note.text);
  const cover = () => (text.textContent = "");
  hold.addEventListener("pointerdown", uncover);
  for (const kind of ["pointerup", "pointercancel", "pointerleave", "blur"]) hold.addEventListener(kind, cover);
  hold.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && uncover());
  hold.addEventListener("keyup", cover);
  hold.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", cover);
  done.addEventListener("click", () => put(note, game, box));
  box.append(element("h2", words().arrived), text, hold, done);
  document.body.append(box);
  navigator.vibrate?.(80);
  hold.focus({ preventScroll: true });
}

async function put(note, game, box) {
  box.remove();
  const body = new URLSearchParams({ read: note.id });
  await fetch(`/games/${game}/seat`, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(15000) });
}
