/* Cards named by touch: each tap takes one more or gives one back; the form's own fields say it. */
const form = $("form.stage"), slots = $$("form.stage select[name^='card.']");
form.insertAdjacentHTML("afterbegin", '<section class="touched" data-said="# leídas" data-waits="Espera" data-off="Quitar #" data-goes="Se va" hidden><ol class="taken"></ol><fieldset><button type="button" data-card="hacha">Hacha</button><button type="button" data-card="whisky">Whisky</button></fieldset></section>');
slots.forEach((slot, k) => slot.after(Object.assign(document.createElement("input"), { type: "checkbox", name: `gone.${k}` })));
await again("touched");
const full = () => slots.map((slot) => slot.value), goes = () => slots.map((_, k) => form.querySelector(`[name="gone.${k}"]`).checked);
const rest = (...first) => [...first, ...Array(slots.length - first.length).fill("")];
is([seen(".touched"), seen("details.cards"), text("#read"), $(".taken").matches(".goes"), $$(".taken li").length], [true, false, "0 leídas", true, slots.length]);
for (const card of ["hacha", "whisky", "hacha"]) await press(`[data-card=${card}]`);
is([full(), text("#read"), $$(".taken button").map((one) => `${text(one)} ${one.getAttribute("aria-label")}`)], [rest("hacha", "whisky", "hacha"), "3 leídas", ["Hacha Quitar Hacha", "Whisky Quitar Whisky", "Hacha Quitar Hacha"]]);
await put($$(".taken [type=checkbox]")[2], true, ["change"]);
is(goes().indexOf(true), 2);
await press(".taken [data-slot='0']");
is([full(), goes().indexOf(true), text("#read"), $$(".taken [type=checkbox]").map((one) => one.checked)], [rest("whisky", "hacha"), 1, "2 leídas", [false, true]]);
while (full().includes("")) await press("[data-card=hacha]");
is($$("[data-card]").map((one) => one.disabled), [true, true]);
await press(".taken [data-slot='0']");
is($$("[data-card]").map((one) => one.disabled), [false, false]);
const end = form.querySelector("button[value=done]"), word = text(end);
form.querySelector("button[value=leave]").click();
await go(0);
is(form.hasAttribute("aria-busy"), false);
end.click();
await go(0);
is([form.getAttribute("aria-busy"), text(end)], ["true", "Espera"]);
dispatchEvent(new Event("pageshow"));
is([form.hasAttribute("aria-busy"), text(end)], [false, word]);
/* Copies before the camera: each goes once into a place that is free, and is named there. */
for (const slot of slots) slot.value = "";
const films = bench.sees({ id: "a" });
let copies = ["hacha.2", "whisky.1", "hacha.2"];
answers.push([`POST ${$("[data-camera]").dataset.frames}`, () => ({ json: { outlines: [], width: 1, height: 1, said: "", copies } })]);
await press(".live-own");
await until(() => slots[1].value);
is([full(), slots.slice(0, 2).map((slot) => slot.selectedOptions[0].text), text("#read").match(/\d+/)[0], films.length], [rest("hacha.2", "whisky.1"), ["Hacha · 2", "Whisky · 1"], "2", 1]);
copies = ["whisky.1", ...slots.map((_, k) => `infectado.${k + 1}`)];
await go(360);
await until(() => !full().includes(""));
is([full(), text("#read").match(/\d+/)[0]], [["hacha.2", "whisky.1", ...slots.slice(2).map((_, k) => `infectado.${k + 1}`)], String(slots.length)]);
await press(".live-stop");
/* What is told in private is seen while a finger or a key holds, and is asked for anew by who comes back. */
document.body.insertAdjacentHTML("beforeend", '<button class="hold">h</button>');
await again("scan");
const hold = $("body > .hold"), is_held = () => hold.matches(".held");
for (const off of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) {
  for (const on of [new Event("pointerdown"), new KeyboardEvent("keydown", { key: " " }), new KeyboardEvent("keydown", { key: "Enter" })]) {
    hold.dispatchEvent(on);
    is(is_held(), true);
    hold.dispatchEvent(new Event(off));
    is(is_held(), false);
  }
}
await key("x", {}, hold);
is(is_held(), false);
hold.dispatchEvent(new Event("pointerdown"));
bench.hide(true);
is(is_held(), false);
const menu = new Event("contextmenu", { cancelable: true });
hold.dispatchEvent(menu);
is([menu.defaultPrevented, $("body").matches(".in-private")], [true, true]);
take("went");
dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
is(take("went"), []);
dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
is(take("went")[0], `reload ${location.pathname}`);
