/* A whole turn by keys; a screen that stays awake or says that it will not; a host that is none any more. */
const home = `/games/${here.game}`, said = () => take("asked").filter((one) => /POST|said=/.test(one)).map((one) => decodeURIComponent(one.replaceAll("+", " ")));
answers.push(["POST /games", () => new Promise(() => {})]);
says("open");
setInterval(() => bench.streams.at(-1).isOpen && says("beat"), 3000);
await go(0);
const choices = $$("#question .choice:not(.refused)").filter((one) => !one.closest("details:not([open])"));
is(choices.slice(0, 11).map((one) => one.dataset.key).join(""), "1234567890q".slice(0, choices.length));
is($("html").classList.contains("keys"), false);
const second = choices[1];
is([await key("2"), $("html").classList.contains("keys")], [true, true]);
is(said().length, 1);
await until(() => location.search);
await go(0);
is(location.search.length > 1, true);
await key("Escape");
await go(0);
is([location.search, take("went")], ["", []]);
take("asked");
for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) is(await key("1", more), false);
$("#sheet").insertAdjacentHTML("beforeend", '<input id="words"><input id="tick" type="checkbox"><div class="ends"></div>');
is([await key("1", {}, "#words"), take("asked")], [false, []]);
is([await key("?"), await until(() => $("#over")?.open), $("#over").dataset.of, text("#over h2") !== "", take("asked")], [false, true, "keys", true, []]);
is(await key("1"), false);
$("#over").close();
is(await key("u"), true);
is(said().map((one) => [one.includes(`POST ${home}/`), one.includes("undo") || one.includes("to=")]), [[true, true]]);
is(await key("Backspace", { shiftKey: true }), false); // nothing was taken back
let mains = 0;
$("#question").insertAdjacentHTML("beforeend", '<div class="ends"><button type="button" class="main">m</button></div>');
$("#question > .ends > .main").addEventListener("click", () => (mains += 1));
is([await key("Enter"), await key("Enter", {}, "#tick"), mains], [true, false, 1]);
const quiet = $$("#question > .quiet").find((one) => one.querySelector(".choice:not(.refused)")), rare = quiet.querySelector(".choice:not(.refused)");
is(rare.dataset.key, undefined);
quiet.open = true;
await until(() => rare.dataset.key);
is(rare.dataset.key, $$("#question .choice[data-key]").find((one) => one === rare)?.dataset.key ?? "");

/* Awake. */
const advice = $("#advice");
is([bench.locks.map(({ kind, isHeld }) => [kind, isHeld]), text("#awake")], [[["screen", true]], advice.dataset.awake]);
bench.hide(true);
await bench.locks[0].release();
bench.sleepy = true;
bench.hide(false);
await go(0);
is(text("#awake"), advice.dataset.sleeps);
/* A screen that went dark by itself is told so; one that somebody put aside is not. */
await point("down", "#prompt");
await go(14000);
bench.hide(true);
await go(30000);
bench.hide(false);
is(seen("#advice"), false);
await go(16000);
bench.hide(true);
await go(21000);
bench.hide(false);
is([seen("#advice"), text("#advice p"), text("#advice button")], [true, advice.dataset.slept, advice.dataset.close]);
await press("#advice button");
is(seen("#advice"), false);
bench.sleepy = false;
bench.hide(true);
bench.hide(false);
await go(0);
is([bench.locks.length, text("#awake")], [2, advice.dataset.awake]);
$("#table").dataset.over = "";
document.dispatchEvent(new CustomEvent("companion:shown", { detail: { mine: true } }));
await go(0);
is([bench.locks[1].isHeld, text("#awake")], [false, ""]);

/* A line lost for a while: what to do, until it is there. */
Object.defineProperty(navigator, "onLine", { value: false });
$("#live").className = "state since";
await go(0);
is(text("#advice p"), advice.dataset.offline);
$("#live").className = "state on";
await go(0);
is(seen("#advice"), false);

/* Whose game it is no more loads the page anew. */
take("asked");
answers.push(["/screens/mine", { json: { host: true } }]);
await go(5000);
is([take("asked").includes("GET /screens/mine"), take("went")], [true, []]);
answers.at(-1)[1] = { json: { host: false } };
bench.hide(true);
await go(5000);
is(take("went"), []);
bench.hide(false);
await go(0);
is(take("went"), [`reload ${home}`]);
