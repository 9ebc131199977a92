/* A card held out before the camera is said once; what is asked then takes the place of what was asked, and the camera stays on. */
const home = `/games/${here.game}/scan/play`, camera = $("[data-camera]"), words = camera.dataset, said = () => text(".live-said");
const parts = () => [".live-own", ".live-stop", ".live-picture", ".lenses", ".insecure"].map((one) => seen(one));
const films = bench.sees({ id: "a" }), tries = { card: "", held: false, version: 2, width: 1280, height: 720, outlines: [], said: "Nada" };
const frames = () => take("asked").filter((one) => one.startsWith(`POST ${words.frames}`));
const frame = async (more = {}) => {
  frames();
  Object.assign(tries, { card: "", held: false, outlines: [], said: "Nada" }, more);
  await go(360);
  await until(() => bench.asked.some((one) => one.startsWith(`POST ${words.frames}`)));
  await go(0);
};
answers.push([`POST ${words.frames}`, () => ({ json: tries })]);
is([parts(), seen(".live-buttons"), $("body").matches(".watching")], [[true, false, false, false, false], true, false]);
await press(".live-own");
await until(() => seen(".live-stop"));
is([parts(), sessionStorage.getItem("scan.on"), $("body").matches(".watching"), $("video").hidden, $("img").hidden], [[false, true, true, false, false], "own", true, false, true]);
await until(() => said() === "Nada");
const [first] = frames();
is([first.match(/deck=(\w*)/)[1], /film=\d{6,}/.test(first), first.match(/image=\(.*?\)/)[0], first.includes("so-far")], ["00", true, "image=(frame.jpg, image/jpeg)", false]);
is(getComputedStyle($("video")).opacity, "0"); // nobody reads a card over a shoulder

/* Where tags are is drawn, in the picture's own measure; a fault is said as one. */
await frame({ outlines: [[[1, 2], [3, 4], [5, 6]], [[7, 8]]], said: "Dos" });
is([$(".live-picture svg").getAttribute("viewBox"), $$(".live-picture polygon.read").map((one) => one.getAttribute("points")), said(), $(".live-said").matches(".fault")], ["0 0 1280 720", ["1,2 3,4 5,6", "7,8"], "Dos", false]);
is(frames()[0].match(/film=\d+/)[0], first.match(/film=\d+/)[0]);
await frame({ fault: "Roto" });
is([said(), $(".live-said").matches(".fault"), $$(".live-picture polygon").length], ["Roto", true, 2]);
delete tries.fault;

/* One frame is no card; two are, and it is said once however long it lies there. */
let said_ = 2;
const sent = [], page = async (version, prompt) => (await bench.page(home)).replace(/data-version="\d+"/, `data-version="${version}"`).replace(/(id="prompt"[^>]*>)[^<]*/, `$1${prompt}`).replaceAll(/(name="version" value=")\d+/g, `$1${version}`);
let let_say = null;
answers.unshift([`POST ${home}/say`, (_, { body }) => { sent.push(String(body)); return new Promise((done) => (let_say = async () => done({ body: await page(8, "Tres") }))); }]);
answers.push([`POST ${home}`, async (_, { body }) => { sent.push([...body.keys(), body.get("card")].join()); return page((said_ += 1), "Dos"); }]);
await frame({ card: "whisky.1", held: true });
is(sent, []);
await frame({ card: "hacha.1", held: true });
is(sent, []);
$("#now form").insertAdjacentHTML("beforeend", '<input name="f.x" value="7"><input name="other" value="8">');
await frame({ card: "hacha.1", held: true });
await until(() => text("#prompt") === "Dos");
is([sent.splice(0), $("form.show [name=card]").value, $("form.show [name=version]").value, data("#now").version], [["version,action_id,card,deck,f.x,hacha.1"], "", "3", "3"]);
tries.version = 3;
for (const card of ["hacha.1", "hacha.1", ""]) await frame({ card, held: card !== "" });
for (const _ of [1, 2]) await frame({ card: "hacha.1", held: true }); // it was gone for one frame only
is([sent, seen(".live-stop")], [[], true]);
for (const _ of [1, 2]) await frame();
is(sessionStorage.getItem("scan.spent"), null);
for (const _ of [1, 2]) await frame({ card: "whisky.1", held: true });
await until(() => sent.length);
await until(() => data("#now").version === "4");
is(sent.splice(0).map((one) => one.split(",").at(-1)), ["whisky.1"]);

/* What another device said is asked for; a tap meanwhile waits for that, and a second tap is none. */
let let_come = null;
answers.unshift([`GET ${home}`, () => new Promise((done) => (let_come = async () => done({ body: await page(5, "Cinco") })))]);
tries.version = 5;
await frame();
await until(() => let_come);
$("#now button[name=said]").click();
$("#now button[name=said]").click();
await go(50);
is(sent, []);
await let_come();
await go(20);
is([sent.length, text("#prompt")], [1, "Cinco"]);
await go(200);
await let_say();
await go(200);
is([sent.splice(0).map((one) => JSON.parse(new URLSearchParams(one).get("said"))[0].action), text("#prompt"), data("#now").version], [["discard"], "Tres", "8"]);
tries.version = 8;
$("#now").insertAdjacentHTML("beforeend", `<a id="back" href="${home}?said=x">b</a><a id="away" href="/rules">r</a>`);
let_come = null;
await press("#away");
is(take("went"), ["push /rules"]);
await press("#back", { ctrlKey: true });
for (const name of ["went", "asked"]) take(name);
await press("#back");
is([take("asked").filter((one) => one.startsWith("GET")), take("went")], [[`GET ${home}?said=x`], []]);
await let_come();
await go(0);
is(text("#prompt"), "Cinco");

/* A page without a question is gone to; a house that does not answer is waited for. */
tries.version = 5;
answers[0][1] = { body: "<main></main>", url: `${location.origin}/games/x` };
await go(0);
$("#now").insertAdjacentHTML("beforeend", `<a id="back" href="${home}?said=x">b</a>`);
await press("#back");
is(take("went"), ["push /games/x"]);
answers[0][1] = new Error("gone");
answers.unshift(["/api/health", 503]);
await press("#back");
await go(3000);
is(take("went"), []);
answers.shift();
await go(1000);
is(take("went"), [`reload ${home}`]);

/* Pulled out, it is said and tried again; out of sight nothing is sent; no answer is said; put out, it stays out. */
films.at(-1).dispatchEvent(new Event("ended"));
is([said(), parts().slice(0, 3), $("body").matches(".watching")], [words.lost, [true, false, false], false]);
await go(2000);
await until(() => seen(".live-stop"));
is(films.map((one) => one.isOn), [false, true]);
bench.hide(true);
await go(400);
frames();
await go(2000);
is(frames(), []);
bench.hide(false);
answers.find(([part]) => part.endsWith("/frame"))[1] = new Error("gone");
await go(400);
await until(() => said() === words.lost);
is($(".live-said").matches(".fault"), true);
await press(".live-stop");
is([parts().slice(0, 4), films[1].isOn, sessionStorage.getItem("scan.on"), said()], [[true, false, false, false], false, null, ""]);
films[1].dispatchEvent(new Event("ended"));
is(said(), "");
frames();
await go(3000);
is(frames(), []);

/* Refused, or none there; on again by itself in this tab; and none where a page may have none. */
for (const [fault, key] of [["NotAllowedError", "denied"], ["NotFoundError", "none"]]) {
  bench.sees({ id: "a", fault });
  await press(".live-own");
  await until(() => said());
  is([said(), $(".live-said").matches(".fault"), seen(".live-stop")], [words[key], true, false]);
}
bench.sees({ id: "a" });
sessionStorage.setItem("scan.on", "own");
await again("scan");
await until(() => seen(".live-stop"));
is(seen(".live-stop"), true);
dispatchEvent(new Event("pagehide"));
is([seen(".live-stop"), sessionStorage.getItem("scan.on")], [false, "own"]);
navigator.mediaDevices.getUserMedia = undefined;
await again("scan");
is([seen(".insecure"), seen(".live-own"), seen(".live-buttons")], [true, false, false]);
