/* Which of a device's cameras looks, and its light: chosen, remembered, and a telephone's wide lens avoided. */
const { best } = await import("/static/lens.js?s");
const main = { id: "main", back: true, pixels: 12 }, wide = { id: "wide", back: true, pixels: 8 }, front = { id: "front", back: false, pixels: 16 };
const unknown = { id: "unknown", back: true, pixels: 0 };
for (const [cameras, used, wanted] of [[[wide, front, main], "wide", "main"], [[wide, front, main], "main", "main"], [[wide, front, main], "front", "front"], [[wide, front], "wide", "wide"],
  [[unknown, main], "unknown", "unknown"], [[main, { ...main, id: "other" }], "other", "other"], [[wide, main, { ...wide, pixels: 9 }], "wide", "main"], [[], "gone", "gone"]])
  is(best(cameras, used), wanted);

const back = (width, height = 1) => ({ facingMode: ["environment"], width: { max: width }, height: { max: height } });
let films = bench.sees({ id: "a", can: back(4, 2) }, { id: "b", can: { ...back(4, 3), torch: true } }, { id: "c", can: { width: { max: 90 }, height: { max: 90 } } });
const lens = $(".lenses select"), light = $(".lenses button");
const asked = () => take("asked").filter((one) => one.startsWith("camera"));
const on = async () => { await press(".live-own"); await until(() => seen(".live-stop")); return [films.map(({ id, isOn }) => `${id} ${isOn}`), asked()]; };
const offered = () => [seen(".lenses"), seen(lens), [...lens.options].map(({ text, value, selected }) => `${text} ${value} ${selected}`), seen(light), light.getAttribute("aria-pressed")];
is(await on(), [["a false", "b true"], ["camera 1920×1080 environment false", "camera 1920×1080 b false"]]);
is([offered(), $("video").srcObject.getTracks()[0] === films[1]], [[true, true, ["lens a a false", "lens b b true", "lens c c false"], true, "false"], true]);
await press(light);
is([light.getAttribute("aria-pressed"), films[1].wanted.at(-1), localStorage.getItem("camera.light")], ["true", { advanced: [{ torch: true }] }, "on"]);
await put(lens, "c", ["change"]);
await until(() => films.length === 4);
await until(() => seen(".live-stop"));
is([localStorage.getItem("camera.lens"), films.map(({ id, isOn }) => `${id} ${isOn}`), offered()], ["lens c", ["a false", "b false", "a false", "c true"], [true, true, ["lens a a false", "lens b b false", "lens c c true"], false, "true"]]);
await press(".live-stop");
is([seen(".lenses"), films[3].isOn], [false, false]);

/* Remembered by their names; a lens that is not there, or that another program has, leaves the usual one. */
films = bench.sees({ id: "b2", can: { torch: true } });
localStorage.setItem("camera.lens", "lens b2");
take("asked");
is([await on(), offered()], [[["b2 true"], ["camera 1920×1080 environment false"]], [true, false, ["lens b2 b2 true"], true, "true"]]);
is(films[0].wanted, [{ advanced: [{ torch: true }] }]);
await press(light);
is([light.getAttribute("aria-pressed"), films[0].wanted.at(-1), localStorage.getItem("camera.light")], ["false", { advanced: [{ torch: false }] }, null]);
await press(".live-stop");
films = bench.sees({ id: "x" }, { id: "y", fault: "NotReadableError" });
localStorage.setItem("camera.lens", "lens y");
is([await on(), offered().slice(0, 2)], [[["x false", "x true"], ["camera 1920×1080 environment false", "camera 1920×1080 y false", "camera 1920×1080 environment false"]], [true, true]]);
await press(".live-stop");
films = bench.sees({ id: "x" });
is([await on(), seen(".lenses")], [[["x true"], ["camera 1920×1080 environment false"]], false]);
await press(".live-stop");

/* The cards that all see go with the form: those of the last frame. Nothing but where they lie is drawn here. */
let cards = ["hacha.1", "whisky.2"];
answers.push([`POST ${$("[data-camera]").dataset.frames}`, () => ({ json: { outlines: [], width: 1, height: 1, said: "", cards } })]);
await on();
await until(() => seen(".live-result"));
const sent = () => [$$("form.show [name=card]").map((one) => `${one.type} ${one.value}`), seen(".live-result"), getComputedStyle($("video")).opacity, seen(".live-picture img")];
is(sent(), [["hidden hacha.1", "hidden whisky.2"], true, "0", false]);
cards = [];
await go(360);
await until(() => !seen(".live-result"));
is(sent(), [[], false, "0", false]);
