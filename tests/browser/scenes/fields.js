/* What is filled in and not yet sent outlives a page that comes by itself; one that is refused brings it back. */
const home = location.pathname, live = $("#live");
says("open");
const radio = (k, role) => $(`input[name="f.role.${k}"][value="${role}"]`);
radio(0, "la-cosa").focus();
await put(radio(0, "la-cosa"), true);
await put(radio(1, "infected"), true);
const chosen = () => $$("#ask input:checked").map((one) => `${one.name} ${one.value}`);
const mine = ["f.role.0 la-cosa", "f.role.1 infected"];
is(chosen(), mine);
take("asked");
says("look");
await go(0);
is([chosen(), take("asked").filter((one) => one.includes("said=")).length, document.activeElement.value], [mine, 1, "la-cosa"]);
/* What others say meanwhile: told, and nothing of it is lost. */
await say({ action: "draw", player: "Ana", back: "away" });
says("state", "", 2);
await go(0);
is([chosen(), live.className, live.textContent, take("asked")], [mine, "state kept", live.dataset.kept, []]);
await go(6100);
says("look");
await go(0);
is([chosen(), live.className], [mine, "state kept"]);
/* A number by its steps. */
let heard = [];
$("#sheet").insertAdjacentHTML("beforeend", '<div class="stepper"><button type="button" data-step="-1">−</button><input type="number" value="1" min="0" max="2"><button type="button" data-step="1">+</button></div>');
$(".stepper").addEventListener("input", ({ target }) => heard.push(target.value));
const [less, more] = $$(".stepper button");
for (const one of [more, more, less, less, less]) await press(one);
is(heard, ["2", "1", "0"]);
/* An order: whoever is put in a place changes with who was there. */
$("#question").insertAdjacentHTML("beforeend", `<div class="fields">${[0, 1, 2].map((k) => `<select name="f.seat.${k}">${["a", "b", "c"].map((one, n) => `<option${n === k ? " selected" : ""}>${one}</option>`).join("")}</select>`).join("")}</div>`);
await go(0);
const order = () => [0, 1, 2].map((k) => $(`[name="f.seat.${k}"]`).value).join("");
await put('[name="f.seat.0"]', "c");
is(order(), "cba");
await put('[name="f.seat.1"]', "c");
is(order(), "bca");
