/* Help and rules, fetched once with the table whether or not anybody reads them; from then on nothing that is opened,
   searched or read asks anything of anybody. Without it the same page is a link away. */

const folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const table = () => document.getElementById("table");

let whole = null; // the help, once it is here
let box = null; // where it is shown over the table

/** What does not hold every word is put away; cards whose name holds them come first by standing alone. */
function find(help, text) {
  const words = folded(text).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const part of help.querySelectorAll("[data-find]")) {
    const name = folded(part.querySelector("summary").textContent);
    part.dataset.text ??= folded(part.textContent);
    part.hidden = !words.every((word) => part.dataset.text.includes(word));
    part.open = words.length > 0 && !part.hidden && words.every((word) => name.includes(word));
    count += part.hidden ? 0 : 1;
  }
  for (const heading of help.querySelectorAll("h2")) heading.hidden = words.length > 0;
  help.querySelector(".none-found").hidden = count > 0;
}

function wake(help) {
  help.querySelector(".find-here").hidden = false;
  help.querySelector("#find-here").addEventListener("input", (event) => find(help, event.target.value));
}

async function fetched(game) {
  try {
    const answer = await fetch(`/games/${game}/help`, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(15000) });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    whole = document.importNode(page.getElementById("whole-help"), true);
    document.head.append(document.importNode(page.querySelector("link[href*='help.css']"), true));
    wake(whole);
    for (const face of document.fonts) face.load(); // else the first bold word that is read would ask for its letters
  } catch {
    whole = null; // out of reach: the links lead to the page itself
  }
}

function show(slug) {
  if (!box) {
    box = document.createElement("dialog");
    box.id = "help-box";
    const close = document.createElement("button");
    close.textContent = "✕";
    close.className = "close";
    close.setAttribute("aria-label", document.getElementById("advice")?.dataset.close ?? "");
    close.addEventListener("click", () => box.close());
    box.append(close, whole);
    document.body.append(box);
  }
  box.setAttribute("aria-label", whole.querySelector("h1").textContent);
  const search = whole.querySelector("#find-here");
  if (search.value || slug) find(whole, (search.value = ""));
  if (!box.open) box.showModal();
  const card = slug && whole.querySelector(`#help-card-${CSS.escape(slug)}`);
  if (!card) return;
  card.open = true;
  card.scrollIntoView({ block: "start" });
}

document.addEventListener("click", (event) => {
  if (!whole || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest?.("a[data-help], body.looks-on a[href*='/rules'], body.mine a[href*='/rules']");
  if (!link) return;
  event.preventDefault();
  show(new URL(link.getAttribute("href"), location.href).hash.replace("#card-", ""));
});

const here = document.getElementById("whole-help");
if (here) wake(here);
else if (table()) (window.requestIdleCallback ?? setTimeout)(() => table() && fetched(table().dataset.game));
