/* A new game: who sits where, by Enter, by dragging a number, by keys; what is agreed; who is remembered. */
for (const one of $$(".same, [data-seat]")) one.remove(); // of whoever has played here before
const rows = () => $$(".names ol > li"), names = () => rows().map((row) => row.querySelector("input[name=name]").value);
const field = (k) => rows()[k].querySelector("input[name=name]"), grip = (k) => rows()[k].querySelector(".number");
const list = $(".names ol"), form = $("form.new"), n = rows().length;
const places = rows().map((row) => row.className);
const told = () => rows().map((row) => [text(row.querySelector(".number")), row.querySelector("[name=first]").value, ...[...row.querySelectorAll("button[name=do]")].map((one) => one.value), row.querySelector("button[value^=up]").disabled, row.querySelector("input[name=name]").getAttribute("aria-label").match(/\d+/)[0]].join(" "));
const numbered = rows().map((_, k) => `${k + 1} ${k} up.${k} remove.${k} ${k === 0} ${k + 1}`);
is(told(), numbered);
is([grip(0).tabIndex, grip(0).role, grip(0).getAttribute("aria-label")], [0, "button", `${list.dataset.label}: 1`]);
for (const [k, name] of ["Ana", "Beto", "Carla", "Dani"].entries()) await put(field(k), name);
is(grip(1).getAttribute("aria-label"), `${list.dataset.label}: Beto`);
const order = (...rest) => [...rest, ...Array(n - rest.length).fill("")];

/* By keys: to and fro, round the corner; the number keeps the focus. */
await key("ArrowRight", {}, grip(0));
is([names(), document.activeElement === grip(1), told(), rows().map((row) => row.className)], [order("Beto", "Ana", "Carla", "Dani"), true, numbered, places]);
await key("ArrowUp", {}, grip(1));
is(names(), order("Ana", "Beto", "Carla", "Dani"));
await key("ArrowLeft", {}, grip(0));
is([names()[0], names()[n - 1]], ["Beto", "Ana"]);
await key("ArrowDown", {}, grip(n - 1));
is(names(), order("Ana", "Beto", "Carla", "Dani"));
is(await key("x", {}, grip(0)), false);

/* By dragging: not before the finger has wandered; the row it is over is marked; taken away, it stays. */
const far = (to, from) => { const [a, b] = [rows()[to], rows()[from]].map((one) => one.getBoundingClientRect()); return [a.x - b.x, a.y - b.y]; };
let held = grip(0).getBoundingClientRect();
const to = (kind, [x, y]) => point(kind, document.body, [0, 0], { clientX: held.x + held.width / 2 + x, clientY: held.y + held.height / 2 + y });
await point("down", grip(0));
await to("move", [9, 9]);
is($(".held"), null);
const way = far(2, 0);
await to("move", way);
is([rows()[0].matches(".held"), rows().map((row) => row.matches(".there")), rows()[0].style.transform !== ""], [true, rows().map((_, k) => k === 2), true]);
await to("up", way);
is([names(), told(), rows().map((row) => row.className), rows().map((row) => row.style.transform).join("")], [order("Beto", "Carla", "Ana", "Dani"), numbered, places, ""]);
held = grip(2).getBoundingClientRect();
await point("down", grip(2));
await to("move", far(0, 2));
await to("cancel", far(0, 2));
is([names(), $(".names .held")], [order("Beto", "Carla", "Ana", "Dani"), null]);

/* Enter leads to the next name, from the last to a free row, and never into a game. */
field(0).focus();
is([await key("Enter", {}, field(0)), document.activeElement === field(1)], [true, true]);
is(await key("Enter", { isComposing: true }, field(1)), false);
for (let k = 4; k < n; k++) await put(field(k), `P${k}`);
await put(field(1), "");
await key("Enter", {}, field(n - 1));
is(document.activeElement === field(1), true);
await put(field(1), "Carla");
await key("Enter", {}, field(n - 1));
is(take("went").map((one) => one.match(/do=[\w.]+/)[0]), ["do=add.1"]);
$("button.add").click();
await go(0);
dispatchEvent(new Event("pageshow"));
$("button.add").click();
await go(0);
is(take("went").map((one) => one.match(/do=[\w.]+/)[0]), ["do=add.2", "do=add.1"]);
$("#label").closest("details").open = true;
$("#label").focus();
await key("Enter", {}, "#label");
is([document.activeElement === document.body, take("went")], [true, []]);

/* A name too long is written smaller, to six tenths at least. */
await put(field(0), "M".repeat(16));
const size = (one) => Number.parseFloat(getComputedStyle(one).fontSize);
const usual = size(field(2));
is([size(field(0)) < usual, size(field(0)) >= usual * 0.6 - 0.1], [true, true]);
await put(field(0), "M".repeat(60));
is([Math.round(size(field(0)) * 10), field(0).scrollLeft > 0], [Math.round(usual * 6), true]);
await put(field(0), "Bo");
is(size(field(0)), usual);

/* How many answers are not the usual ones. */
const rulings = $(".rulings"), one = rulings.querySelector("fieldset[data-usual]");
const other = one.querySelector(`input:not([value="${one.dataset.usual}"])`);
await put(other, true);
is(text(".rulings summary"), rulings.dataset.other.replace("#", 1));
await put("#house", "  Sin prisas ");
is(text(".rulings summary"), rulings.dataset.other.replace("#", 2));
await put("#house", " ");
await put(one.querySelector(`input[value="${one.dataset.usual}"]`), true);
is(text(".rulings summary"), rulings.dataset.usual);

/* Who is remembered goes into a free row; what is written down comes back from a page of the box. */
for (let k = 0; k < n; k++) await put(field(k), k === 1 ? " " : `Q${k}`);
form.insertAdjacentHTML("beforeend", '<p class="same"></p><button name="do" value="x" data-seat="Eva">Eva</button>');
$("[data-seat]").click();
await go(0);
is([field(1).value, $("[data-seat]"), $(".same"), take("went")], ["Eva", null, null, []]);
form.insertAdjacentHTML("beforeend", '<button name="do" value="full" data-seat="Fede">F</button><p class="links"><a href="/board">b</a></p>');
$("[data-seat]").click();
await go(0);
is(take("went").map((one) => one.match(/do=\w+/)[0]), ["do=full"]);
is(sessionStorage.getItem("written"), null);
$(".links a[href='/board']").click();
await go(0);
const kept = new URLSearchParams(sessionStorage.getItem("written"));
is([kept.getAll("name"), kept.has("box"), kept.has("first"), [...kept.keys()].some((one) => one.startsWith("option."))], [names(), true, false, true]);
take("went");
for (let k = 0; k < n; k++) field(k).value = "";
const written = sessionStorage.getItem("written");
await again("seats");
is([take("went"), sessionStorage.getItem("written")], [[`replace /new?${written}`], null]);
