/* What is chosen while a refresh is on its way, or before it, outlives it and is sent; what is no longer asked goes, and that is told. */
const home = `/games/${here.game}`, live = $("#live"), SHOW = { action: "show", player: "Dani", to: "Eva" };
let version = 50, let_come = null;
says("open");
const held = [`GET ${home}`, (at) => (at.pathname === home ? new Promise((done) => (let_come = async () => done({ body: await bench.page(home) }))) : undefined)];
const happens = async (...lines) => { for (const line of lines) await say(line); says("state", "", (version += 1)); await go(0); };
const meanwhile = async (lines, chosen) => {
  answers.unshift(held);
  await happens(...lines);
  await until(() => let_come);
  await chosen();
  answers.shift();
  await let_come();
  let_come = null;
  await go(0);
};
const skipped = () => $("input[name='f.skipped']"), step = (by) => press(`.stepper:has([name='f.skipped']) [data-step='${by}']`);
const two = async () => { for (const by of [1, 1, 1, -1]) await step(by); };
$("#more-fields").open = true;
await meanwhile([SHOW], two);
is([skipped().value, text(".lines li").includes("Dani"), $("#more-fields").open, live.className], ["2", true, true, "state on"]);
for (const _ of [1, 2]) await happens(SHOW);
is([skipped().value, $("#more-fields").open], ["2", true]);
const before = skipped();
before.parentElement.className = "was"; // another field takes its place
await happens(SHOW);
is([skipped() === before, skipped().value], [false, "2"]);
answers.push([`POST ${home}/act`, new Error("gone")]);
$("#question button[name=said]").click();
await go(0);
is([new URLSearchParams(take("asked").find((one) => one.startsWith("POST")).split(" ")[2]).get("f.skipped"), skipped().value], ["2", "2"]);
await meanwhile([{ action: "respond", player: "Beto", card: null }, { action: "draw", player: "Beto", back: "away" }, { action: "discard", player: "Beto" }], () => step(1));
is([live.className, text(live), text("#prompt"), skipped().value], ["state dropped", live.dataset.dropped, "Beto y Carla intercambian una carta", ""]);
await go(6100);
says("beat");
/* Boxes that were ticked, and one let go of by a key. */
const infected = () => $$("#ask input[type=checkbox]"), on = () => infected().map((one) => one.checked);
await happens({ action: "respond", player: "Carla", card: null }, { action: "draw", player: "Carla", back: "panic", card: "revelaciones" });
is([infected().length > 2, on().includes(true)], [true, false]);
await meanwhile([SHOW], async () => { await put(infected()[0], true); await put(infected()[2], true); });
is(on().slice(0, 3), [true, false, true]);
infected()[0].focus();
await meanwhile([SHOW], () => put(infected()[0], false));
is([on().slice(0, 3), document.activeElement === infected()[0]], [[false, false, true], true]);
for (const one of infected()) one.parentElement.className = "was";
const boxes = infected();
await happens(SHOW);
is([infected().some((one) => boxes.includes(one)), on().slice(0, 3)], [false, [false, false, true]]);
