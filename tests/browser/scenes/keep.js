/* The film to keep: half a minute drawn and recorded here, with or without names, stopped at will. */
const screens = [], texts = [];
const pen = CanvasRenderingContext2D.prototype, { fillText } = pen;
pen.fillText = function (said, x, y) { texts.push([said, Math.round(x), Math.round(y), this.fillStyle].join(" ")); };
window.MediaRecorder = class extends EventTarget {
  static isTypeSupported = (kind) => kind === "video/webm;codecs=vp9";
  constructor(stream, how) { super(); Object.assign(this, { how }); screens.push(this); }
  start(every) { this.every = every; }
  stop() {
    for (const size of [0, 5e5]) this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["x".repeat(size)]) }));
    this.dispatchEvent(new Event("stop"));
  }
};
const place = $("#keep");
is([text("#keep-make") !== "", seen("#keep-screen")], [true, false]);
const label = text("#keep-make");
const film = {
  title: "La Cosa", heading: "Ganan", roles: { Ana: ["Humana", "defence"], Beto: ["La Cosa", "contagion"] },
  scenes: [{ seats: ["Ana", "Beto"], turn: "Ana", turned: "", out: [], text: "uno" }, { seats: ["Beto", "Ana"], turn: "Beto", turned: "Ana", out: ["Eva"], text: "dos" }, { seats: ["Ana", "Beto"], turn: "", turned: "", out: [], text: "fin" }],
};
answers.push(["/film/scenes", { json: film }]);
take("asked");
await press("#keep-make");
await until(() => screens.length);
is([take("asked"), text("#keep-make"), seen("#keep-screen"), screens[0].how.mimeType], [[`GET ${place.dataset.scenes}`], place.dataset.stop, true, "video/webm;codecs=vp9"]);
await go(0);
is(texts.splice(0, 5), ["Ana 640 517 #eff6fc", "Beto 640 87 #eff6fc", "La Cosa 640 270 #adc3d6", "uno 640 645 #eff6fc", "Ana 640 517 #eff6fc"]);
texts.length = 0;
await go(9400);
is([text("#keep-at"), texts.at(-1).split(" ")[0]], ["9 / 30 s", "dos"]);
is([texts.some((one) => one.startsWith("✕ Eva 640 340")), texts.some((one) => one.startsWith("Humana"))], [true, false]);
texts.length = 0;
await go(13000);
is(texts.slice(-6).map((one) => one.split(" ").slice(0, -3).join(" ")).sort(), ["Ana", "Beto", "Ganan", "Humana", "La Cosa", "La Cosa"].sort());
await go(8000);
const link = () => $("#keep-link");
is([text("#keep-make"), link().download, text(link()), seen(link())], [label, `${place.dataset.name}.webm`, `${place.dataset.save} (webm, 0.5 MB)`, true]);
const before = link().href;
await put("[name=keep-names]", false, ["change"]);
take("asked");
await press("#keep-make");
await until(() => screens.length > 1);
await press("#keep-make");
await go(50);
is([take("asked"), text("#keep-make"), $$("#keep-link").length, link().href === before], [[`GET ${place.dataset.scenes}?names=no`], label, 1, false]);
answers.at(-1)[1] = new Error("gone");
await press("#keep-make");
is([text("#keep-at"), "failed" in place.dataset, text("#keep-make")], [place.dataset.cannot, true, label]);
window.MediaRecorder.isTypeSupported = () => false;
await again("keep");
is(text("#keep"), place.dataset.cannot);
