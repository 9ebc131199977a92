/* The worker that reads pictures: how often and how large it looks at each, what it makes of what was found, and its faults.
   What the decoder would see stands in `sees`, a list for each look. */
const looks = [], drawn = [], freed = [], loads = [];
let sees = [], opens = { width: 8, height: 4 }, memory = 16, breaks = null, jpeg = 3;
const pixels = new Map([[0, [255, 255, 255]], [1, [255, 0, 0]], [16, [0, 255, 0]], [17, [0, 0, 255]]]); // the rest is black
class OffscreenCanvas {
  constructor(width, height) { [this.width, this.height] = [width, height]; }
  getContext(kind) {
    return { canvas: this, drawImage: (_, ...where) => drawn.push([kind, ...where]), getImageData: (x, y, width, height) => {
      const data = new Uint8ClampedArray(4 * width * height).fill(0);
      for (const [at, colour] of pixels) data.set(colour, 4 * at);
      return { data };
    } };
  }
  convertToBlob = async ({ type, quality }) => { drawn.push([type, quality, this.width, this.height]); return new Blob([new Uint8Array(jpeg).fill(65)]); };
}
const zxing = {
  HEAPU8: new Uint8Array(3_000_000), _malloc: () => memory, _free: (at) => freed.push(at),
  readBarcodesFromPixmap: (at, width, height, how) => {
    looks.push([width, height, at, how.formats, how.tryHarder, how.tryRotate, how.returnErrors, how.maxNumberOfSymbols]);
    zxing.first = [...zxing.HEAPU8.subarray(at, at + 18)];
    if (breaks) throw breaks;
    const found = sees[looks.length - 1] ?? [];
    return { size: () => found.length, get: (k) => found[k], delete: () => freed.push("list") };
  },
};
let hears, isDown = false;
const given = { OffscreenCanvas, self: { location: { href: "https://x.test/club/_site/eyes.js" }, addEventListener: (name, heard) => name === "message" && (hears = heard) }, encodeFormats: (kinds) => kinds.join(),
  createImageBitmap: async () => { if (opens instanceof Error) throw opens; return { ...opens, close: () => freed.push("picture") }; },
  prepareZXingModule: async ({ overrides, fireImmediately }) => { loads.push([overrides.locateFile("z.wasm"), fireImmediately]); if (isDown) throw new TypeError("no network"); return zxing; } };
const [sharpened, doubled, together] = await bench.script("/_site/eyes.js", given, "sharpened", "doubled", "together");
const look = async (more = {}) => {
  for (const list of [looks, drawn, freed]) list.length = 0;
  const answers = [];
  await hears({ data: { picture: "p", isFrame: false, isShown: false, ...more }, ports: [{ postMessage: (one) => answers.push(one) }] });
  return answers[0];
};
const square = (x, y, side, more = {}) => ({ text: "T", isValid: true, isMirrored: false, ...more, position: { topLeft: { x, y }, topRight: { x: x + side, y }, bottomRight: { x: x + side, y: y + side }, bottomLeft: { x, y: y + side } } });
const corners = (x, y, wide, high = wide) => [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], HOW = ["QRCode", true, true, true, 255];

/* Without a network there is no decoder, and the next picture asks again; once there, it stays. */
isDown = true;
is(await look(), { fault: "decoder" });
isDown = false;
/* A small photo is looked at three times: as it is, sharpened, and twice as large, which is counted back. */
sees = [[square(1, 2, 4)], [square(30, 40, 4, { text: "U", isMirrored: true })], [square(100.5, 60.5, 8, { text: "V" }), square(201, 201, 8, { isValid: false, text: "?" })]];
const small = await look();
is(small.codes, [{ text: "T", isMirrored: false, corners: corners(1, 2, 4) }, { text: "U", isMirrored: true, corners: corners(30, 40, 4) }, { text: "V", isMirrored: false, corners: corners(50, 30, 4) }, { text: null, isMirrored: false, corners: corners(100.25, 100.25, 4) }]);
is([looks, small.width, small.height, small.light, small.src], [[[8, 4, 16, ...HOW], [8, 4, 16, ...HOW], [16, 8, 16, ...HOW]], 8, 4, 202.5, ""]);
is([drawn, freed, loads], [[["2d", 0, 0, 8, 4]], ["picture", 16, "list", 16, "list", 16, "list"], Array(2).fill(["https://x.test/club/_site/zxing/reader/z.wasm", true])]);
sees = [];
await look({ isFrame: true });
is([looks.map(([width]) => width), zxing.first.length, drawn.length], [[8, 8], 18, 1]);
breaks = new Error("torn");
is([await look(), zxing.first.slice(0, 3), zxing.first.slice(16), freed], [{ fault: "decoder" }, [255, 76, 0], [150, 29], ["picture", 16]]); // as eyes weigh red, green and blue
breaks = null;
/* A large one is looked at twice; a very large one is made smaller first; what is shown again is smaller still. */
opens = { width: 1000, height: 600 };
await look();
is(looks.map(([width, height]) => [width, height]), [[1000, 600], [1000, 600], [2000, 1200]]);
opens = { width: 2000, height: 1251 };
await look();
is(looks.map(([width, height]) => [width, height]), [[2000, 1251], [2000, 1251]]);
opens = { width: 400, height: 8192 };
const high = await look({ isFrame: true });
is([high.width, high.height, drawn[0]], [200, 4096, ["2d", 0, 0, 200, 4096]]);
opens = { width: 2560, height: 10 };
jpeg = 8193;
const again_ = await look({ isShown: true, isFrame: true });
is([drawn.slice(1), again_.src === `data:image/jpeg;base64,${btoa("A".repeat(8193))}`], [[["2d", 0, 0, 1280, 5], ["image/jpeg", 0.72, 1280, 5]], true]);
opens = { width: 8, height: 4 };
await look({ isShown: true, isFrame: true });
is(drawn.at(-1).slice(2), [8, 4]);
opens = { width: 5000, height: 0.4 };
is([(await look({ isFrame: true, isShown: true })).height, drawn.at(-1).at(-1)], [1, 1]);
/* What no browser opens is left as it is; where memory runs out, that is said. */
opens = Object.assign(new Error("no picture"), { name: "InvalidStateError" });
is(await look(), null);
[opens, memory] = [{ width: 8, height: 4 }, 0];
is([await look(), looks, loads.length], [{ fault: "decoder" }, [], 2]);

/* Edges drawn out, along and across, close by and further apart. */
const FLAT = Uint8Array.of(50, 50, 100, 50, 50), EDGED = [42, 33, 150, 33, 42], spot = Uint8Array.of(100, 100, 164, 100, 100), LARGE = [100, 98, 93, 117, 156, 156, 117, 93, 98, 100];
is([[...sharpened(FLAT, 5, 1, 1)], [...sharpened(FLAT, 1, 5, 1)]], [EDGED, EDGED]);
const wide = Uint8Array.of(50, 50, 50, 50, 100, 50, 50, 50, 50), WIDE = [42, 50, 33, 50, 150, 50, 33, 50, 42];
is([[...sharpened(wide, 9, 1, 2)], [...sharpened(wide, 1, 9, 2)]], [WIDE, WIDE]);
is([[...doubled(spot, 5, 1)], [...doubled(spot, 1, 5)]], [[...LARGE, ...LARGE], LARGE.flatMap((one) => [one, one])]);
is([...sharpened(Uint8Array.of(0, 0, 255, 0, 0), 5, 1, 1)], [0, 0, 255, 0, 0]);

/* Several looks together: each code once a place; what was not read only where a code may lie. */
const code = (text, x, y, side, high) => ({ text, isMirrored: false, corners: corners(x, y, side, high) });
const told = (...codes) => together([codes]).map(({ text, corners: [[x, y]] }) => [text, x, y]);
is(together([[code("a", 0, 0, 10)], [code("a", 1, 1, 10), code("a", 8, 0, 10), code("b", 0, 0, 10)]]).map(({ text, corners: [[x]] }) => [text, x]), [["a", 0], ["a", 8], ["b", 0]]);
is(told(code("a", 0, 0, 10), code("a", 6, 0, 10), code("a", 0, 7, 10), code("a", 14, 0, 21)), [["a", 0, 0], ["a", 0, 7], ["a", 14, 0]]);
is(told(code(null, 2, 2, 10), code("a", 0, 0, 10), code(null, 50, 0, 10), code(null, 51, 0, 10)), [["a", 0, 0], [null, 50, 0]]);
is(told(code("a", 0, 0, 10), code(null, 100, 0, 24), code(null, 200, 0, 26), code(null, 300, 0, 4.2), code(null, 400, 0, 3.9), code(null, 500, 0, 10, 17), code(null, 600, 0, 10, 19)), [["a", 0, 0], [null, 100, 0], [null, 300, 0], [null, 500, 0]]);
is(told(code(null, 0, 0, 10), code(null, 100, 0, 90)), [[null, 0, 0], [null, 100, 0]]);
