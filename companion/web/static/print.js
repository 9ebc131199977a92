/* Keeps the proof of the sheet in step with the form. Without it, the button that refreshes does the same. */

const form = document.getElementById("order");
const proof = document.getElementById("proof");
const picture = document.getElementById("picture");
const count = document.getElementById("count");
const trouble = document.getElementById("trouble");
const warnings = document.getElementById("warnings");
const SOON = 200;
let timer = 0;
let asked = 0;
let page = Number(proof.dataset.page);

const fields = () => {
  const said = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...said]) if (!value) said.delete(name);
  said.delete("printer-name");
  said.set("page", String(page));
  return said;
};

/** Fetches the page as it would be printed now; a later question makes an earlier answer void. */
async function show() {
  const mine = ++asked;
  const said = fields();
  proof.classList.add("busy");
  try {
    const answer = await fetch(`${proof.dataset.src}?${said}`, { signal: AbortSignal.timeout(120000) });
    if (mine !== asked) return;
    if (!answer.ok) throw new Error(await answer.text());
    const shown = picture.src;
    picture.src = URL.createObjectURL(await answer.blob());
    if (shown.startsWith("blob:")) URL.revokeObjectURL(shown);
    told(said, Number(answer.headers.get("X-Pages")));
    warned(JSON.parse(answer.headers.get("X-Warnings") || "[]"));
  } catch (fault) {
    if (mine !== asked) return;
    trouble.textContent = fault.message;
    trouble.hidden = false;
    proof.classList.add("failed");
  } finally {
    if (mine === asked) proof.classList.remove("busy");
  }
}

/** The number of pages, the links to the pages beside this one, and the address, so that a reload shows the same. */
function told(said, pages) {
  trouble.hidden = true;
  proof.classList.remove("failed");
  count.textContent = proof.dataset.counting.replace("##", pages).replace("#", page);
  history.replaceState(null, "", `/print?${said}`);
  for (const [id, step] of [["before", -1], ["after", 1]]) {
    const link = document.getElementById(id);
    if (link) link.hidden = page + step < 1 || page + step > pages;
  }
}

/** What to know before this is printed. */
function warned(lines) {
  warnings.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

form.addEventListener("input", (event) => {
  if (event.target.name === "printer-name") return;
  page = 1;
  clearTimeout(timer);
  timer = setTimeout(show, SOON);
});
form.addEventListener("submit", (event) => {
  if (event.submitter?.formMethod === "post") return;
  event.preventDefault();
  show();
});
for (const [id, step] of [["before", -1], ["after", 1]]) {
  document.getElementById(id)?.addEventListener("click", (event) => {
    event.preventDefault();
    page += step;
    show();
  });
}
