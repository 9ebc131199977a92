/* What could have been known, on the film's page: fetched after the page, and at the moment that is looked at;
   on a tablet alone, which would have to work it out itself, only when somebody asks for it.
   Without it the link leads to a page of its own. */

let wanted = Number(document.getElementById("scrub")?.value ?? 0);
let moments = {};

const section = () => document.getElementById("known");

/** Mark a moment on every curve, with its chances; one that was taken back counts as the one before. */
function show(n) {
  wanted = n;
  const numbers = Object.keys(moments).map(Number);
  const at = numbers.filter((one) => one <= n).pop() ?? numbers[0];
  if (!numbers.length || !document.getElementById("scrub")) return;
  const [worlds, ...chances] = moments[at];
  const x = (1000 * numbers.indexOf(at)) / Math.max(1, numbers.length - 1);
  const rows = [...section().querySelectorAll(".curves li")];
  rows.forEach((row, k) => {
    row.querySelector(".mark").setAttribute("d", `M${x} 0V100`);
    row.querySelector("[data-root]").textContent = chances[k];
    row.querySelector("[data-turned]").textContent = chances[rows.length + k];
  });
  const said = section().querySelector(".place-known");
  said.textContent = said.textContent.replace(/\d+/, at).replace(/\d+(?=\D*$)/, worlds);
}

/** Put what an address tells in the place of the section. */
async function fill(address) {
  const how = { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(60000) };
  const answer = await fetch(address, how);
  const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("known");
  if (!fresh) return;
  section().replaceWith(document.importNode(fresh, true));
  begin();
}

function begin() {
  moments = JSON.parse(section().dataset.moments || "{}");
  show(wanted);
  section().querySelector(".seats-known")?.addEventListener("click", (event) => {
    const to = event.target.closest("a");
    if (!to || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    fill(`${to.getAttribute("href")}&part`).catch(() => location.assign(to.href));
  });
}

if (section()?.dataset.moments) begin();
else if (section()?.dataset.known) fill(`${section().dataset.known}?n=${wanted}&part`).catch(() => {});
document.addEventListener("moment", (event) => section() && show(event.detail));
