/* Pictures that a page sends: which requests may hold some, what goes in the place of each, and when its reader rests. */
const workers = [];
window.Worker = function (url, { type }) {
  const one = Object.assign(new EventTarget(), { url: url.href.replace(location.origin, ""), type, asked: [], isOn: true, terminate: () => (one.isOn = false), answers: ({ picture }) => ({ codes: [picture.name] }) });
  one.postMessage = (what, [port]) => { one.asked.push([what.picture.name, what.isFrame, what.isShown]); const told = one.answers(what); if (told !== undefined) port.postMessage(told); };
  workers.push(one);
  return one;
};
const { holdsPictures, withoutPictures } = await import("/_site/pictures.js");
const FORM = "multipart/form-data; boundary=x", at = (path) => location.origin + path;
for (const [path, wanted] of Object.entries({ "/games/g/scan/deck": true, "/games/g/scan/judge/t": true, "/games/g/scan/": false, "/games/g/scan": false, "/games/g/act": false, "/take-in": true, "/club/take-in/frame": true, "/count": true, "/count/frame": true, "/take-in/frames": false, "/games/a/b/scan/x": false }))
  is([path, holdsPictures({ method: "POST", url: at(`${path}?q`), headers: { "content-type": FORM } })], [path, wanted]);
is([{ method: "GET", headers: { "content-type": FORM } }, { method: "POST", headers: {} }, { method: "POST", headers: { "content-type": "application/json" } }].map((one) => holdsPictures({ url: at("/count"), ...one })), [false, false, false]);
const sent = async (path, fields) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const whole = new Response(form), ask = { method: "POST", url: at(path), until: 5, headers: { accept: "x", "content-type": whole.headers.get("content-type") }, body: await whole.arrayBuffer() };
  const given = await withoutPictures(ask), back = await new Response(given.body, { headers: { "content-type": given.headers["content-type"] } }).formData();
  const told = [];
  for (const [name, value] of back) told.push([name, value instanceof File ? `${value.name}: ${await value.text()}` : value]);
  return [given.method, given.until, given.headers.accept, given.headers["content-type"] !== ask.headers["content-type"], told];
};
const photo = (name, type = "image/jpeg", text = "jpeg") => new File([text], name, { type });
const read = (name) => `${name}: companion-codes\n{"codes":["${name}"]}`;
is(await sent("/games/g/scan/deck", [["letters", "K7"], ["picture", photo("a.jpg")], ["picture", photo("b.bin", "")], ["picture", photo("empty.jpg", "image/jpeg", "")], ["file", photo("game.json", "application/json", "{}")], ["file", photo("code.png")]]),
  ["POST", 5, "x", true, [["letters", "K7"], ["picture", read("a.jpg")], ["picture", read("b.bin")], ["picture", "empty.jpg: "], ["file", "game.json: {}"], ["file", read("code.png")]]]);
is([workers.length, workers[0].url, workers[0].type, workers[0].asked], [1, "/_site/eyes.js", "module", [["a.jpg", false, true], ["b.bin", false, true], ["code.png", false, true]]]);
/* A frame of a film, a page that shows the photo again, and one that does not. */
for (const [path, isFrame, isShown] of [["/count", false, true], ["/count/frame", true, false], ["/take-in", false, false], ["/games/g/scan/deck/frame", true, false], ["/games/g/scan/play", false, false]]) {
  await sent(path, [["picture", photo("p.jpg")]]);
  is([path, workers[0].asked.at(-1)], [path, ["p.jpg", isFrame, isShown]]);
}
/* What no browser opens goes as it is. */
workers[0].answers = () => null;
is((await sent("/count", [["picture", photo("p.heic", "image/heic", "heic")]]))[4], [["picture", "p.heic: heic"]]);
/* A minute after the last picture its memory is given back; the next wakes another. */
await go(50_000);
await sent("/count", [["picture", photo("p.jpg")]]);
await go(59_999);
is(workers[0].isOn, true);
await go(1);
is(workers[0].isOn, false);
await sent("/count", [["picture", photo("p.jpg")]]);
is(workers.length, 2);
/* While one is read, nobody sends it to rest; a reader that breaks is said so, and the next picture wakes another. */
workers[1].answers = () => undefined;
const waits = sent("/count", [["picture", photo("p.jpg")]]);
await until(() => workers[1].asked.length === 2);
await go(70_000);
is(workers[1].isOn, true);
workers[1].dispatchEvent(new Event("error"));
is((await waits)[4], [["picture", 'p.jpg: companion-codes\n{"fault":"decoder"}']]);
is([(await sent("/count", [["picture", photo("p.jpg")]]))[4], workers.length], [[["picture", read("p.jpg")]], 3]);
