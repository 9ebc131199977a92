/* Pictures to the texts of the codes in them, in a worker of the page that stays: what the computer has other eyes for.
   A picture is looked at in memory and let go; nothing of it is kept, and nothing of it leaves the browser.

   The decoder is zxing-cpp again, as wasm. It reads what is large enough; the second look of the computer, which knows all
   tags of the box and reads them at a third of that size, is not here (docs/scanning.md has the figures of both). */

import { encodeFormats, prepareZXingModule } from "./zxing/reader/index.js";

const SMALL = 2_500_000; // pixels of a photo up to which looking at twice the size is worth the wait
const LONGEST = 4096; // pixels of a side; a larger photo is made smaller first
const SHOWN = 1280; // pixels across of a picture as it is shown again
const LIKE = 2.5; // a code that is seen and not read is so many times as large as one that was, at most
const SKEWED = 1.8; // and its longest side so many times its shortest

let decoder = null; // the one that is loaded, or on its way

function loaded() {
  decoder ??= prepareZXingModule({
    overrides: { locateFile: (name) => new URL(`zxing/reader/${name}`, self.location.href).href },
    fireImmediately: true,
  }).catch((fault) => {
    decoder = null; // with the network back it is there
    throw fault;
  });
  return decoder;
}

const OPTIONS = {
  formats: encodeFormats(["QRCode"]), tryHarder: true, tryRotate: true, tryInvert: false, tryDownscale: true, tryDenoise: false,
  binarizer: 0, isPure: false, downscaleFactor: 3, downscaleThreshold: 500, minLineCount: 2, maxNumberOfSymbols: 255,
  validateOptionalChecksum: false, returnErrors: true, eanAddOnSymbol: 0, textMode: 0, characterSet: 0, tryCode39ExtendedMode: false,
};

/** Every code of a grey picture that is `scale` times as large as the one that is asked about. */
function codes(zxing, grey, width, height, scale) {
  const at = zxing._malloc(grey.length);
  if (!at) throw new RangeError("memory");
  let found;
  try {
    zxing.HEAPU8.set(grey, at);
    found = zxing.readBarcodesFromPixmap(at, width, height, OPTIONS);
  } finally {
    zxing._free(at);
  }
  const all = [];
  for (let k = 0; k < found.size(); k += 1) {
    const { text, isValid, isMirrored, position } = found.get(k);
    const { topLeft, topRight, bottomRight, bottomLeft } = position;
    const corners = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [(x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5]);
    all.push({ text: isValid ? text : null, isMirrored, corners });
  }
  found.delete();
  return all;
}

function greyOf({ data }) {
  const grey = new Uint8Array(data.length >> 2);
  for (let k = 0, at = 0; k < grey.length; k += 1, at += 4) grey[k] = (306 * data[at] + 601 * data[at + 1] + 117 * data[at + 2] + 512) >> 10;
  return grey;
}

/** The edges drawn out, for what is a little blurred: one and a half times what five pixels each way, `step` apart, differ by. */
export function sharpened(grey, width, height, step) {
  const rows = new Uint16Array(grey.length), out = new Uint8ClampedArray(grey.length);
  const one = step, two = 2 * step;
  for (let y = 0; y < height; y += 1) {
    const row = y * width, last = width - 1;
    for (let x = 0; x < width; x += 1) {
      const a = x < two ? 0 : x - two, b = x < one ? 0 : x - one, d = x + one > last ? last : x + one, e = x + two > last ? last : x + two;
      rows[row + x] = grey[row + a] + 2 * grey[row + b] + 3 * grey[row + x] + 2 * grey[row + d] + grey[row + e];
    }
  }
  for (let y = 0; y < height; y += 1) {
    const last = height - 1, row = y * width;
    const a = Math.max(y - two, 0) * width, b = Math.max(y - one, 0) * width, d = Math.min(y + one, last) * width, e = Math.min(y + two, last) * width;
    for (let x = 0; x < width; x += 1) {
      const around = rows[a + x] + 2 * rows[b + x] + 3 * rows[row + x] + 2 * rows[d + x] + rows[e + x];
      out[row + x] = 2.5 * grey[row + x] - (1.5 / 81) * around;
    }
  }
  return out;
}

const NEAR = [-0.10546875, 0.87890625, 0.26171875, -0.03515625]; // cubic (a = -3/4) a quarter of a pixel from the second

/** Twice as large, by cubics. */
export function doubled(grey, width, height) {
  const wide = 2 * width, lines = new Float32Array(wide * height), out = new Uint8ClampedArray(wide * 2 * height);
  const [a, b, c, d] = NEAR;
  for (let y = 0; y < height; y += 1) {
    const row = y * width, at = (x) => grey[row + (x < 0 ? 0 : x >= width ? width - 1 : x)];
    for (let x = 0; x < width; x += 1) {
      const two = at(x - 2), one = at(x - 1), here = grey[row + x], next = at(x + 1), then = at(x + 2);
      lines[y * wide + 2 * x] = a * next + b * here + c * one + d * two;
      lines[y * wide + 2 * x + 1] = a * one + b * here + c * next + d * then;
    }
  }
  for (let y = 0; y < height; y += 1) {
    const line = (k) => Math.min(Math.max(k, 0), height - 1) * wide;
    const [two, one, here, next, then] = [line(y - 2), line(y - 1), line(y), line(y + 1), line(y + 2)];
    for (let x = 0; x < wide; x += 1) {
      out[2 * y * wide + x] = a * lines[next + x] + b * lines[here + x] + c * lines[one + x] + d * lines[two + x];
      out[(2 * y + 1) * wide + x] = a * lines[one + x] + b * lines[here + x] + c * lines[next + x] + d * lines[then + x];
    }
  }
  return out;
}

const middle = ({ corners }) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
const sides = ({ corners }) => corners.map(([x, y], k) => Math.hypot(x - corners[(k + 1) % 4][0], y - corners[(k + 1) % 4][1]));
const side = (code) => sides(code).reduce((sum, one) => sum + one, 0) / 4;

function isBeside(one, other) {
  const [[x, y], [u, v]] = [middle(one), middle(other)];
  return Math.max(Math.abs(x - u), Math.abs(y - v)) < 0.7 * Math.max(side(one), side(other));
}

/** What several looks at one picture found: each code once a place; what was seen and not read only where a code may lie. */
export function together(looks) {
  const read = [], unread = [];
  for (const code of looks.flat()) if (code.text !== null && !read.some((one) => one.text === code.text && isBeside(one, code))) read.push(code);
  for (const code of looks.flat()) {
    if (code.text !== null || [...read, ...unread].some((one) => isBeside(one, code))) continue;
    const all = sides(code), isLike = read.every((one) => Math.max(side(one), side(code)) < LIKE * Math.min(side(one), side(code)));
    if (isLike && Math.max(...all) < SKEWED * Math.min(...all)) unread.push(code);
  }
  return [...read, ...unread];
}

async function looked({ picture, isFrame, isShown }) {
  const zxing = await loaded();
  const opened = await createImageBitmap(picture);
  const scale = Math.min(1, LONGEST / Math.max(opened.width, opened.height));
  const width = Math.max(1, Math.round(opened.width * scale)), height = Math.max(1, Math.round(opened.height * scale));
  const brush = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  brush.drawImage(opened, 0, 0, width, height);
  opened.close();
  const grey = greyOf(brush.getImageData(0, 0, width, height));
  const looks = [codes(zxing, grey, width, height, 1), codes(zxing, sharpened(grey, width, height, 1), width, height, 1)];
  if (!isFrame && grey.length <= SMALL) {
    looks.push(codes(zxing, sharpened(doubled(grey, width, height), 2 * width, 2 * height, 2), 2 * width, 2 * height, 2));
  }
  let light = 0;
  for (let k = 0; k < grey.length; k += 16) light += grey[k];
  light /= Math.ceil(grey.length / 16);
  return { width, height, light, codes: together(looks), src: isShown ? await shown(brush.canvas) : "" };
}

/** The picture as a page shows it again: small, in an address that holds the whole of it. */
async function shown(canvas) {
  const scale = Math.min(1, SHOWN / canvas.width);
  const small = new OffscreenCanvas(Math.max(1, Math.round(canvas.width * scale)), Math.max(1, Math.round(canvas.height * scale)));
  small.getContext("2d").drawImage(canvas, 0, 0, small.width, small.height);
  const bytes = new Uint8Array(await (await small.convertToBlob({ type: "image/jpeg", quality: 0.72 })).arrayBuffer());
  let text = "";
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return `data:image/jpeg;base64,${btoa(text)}`;
}

self.addEventListener("message", async ({ data, ports }) => {
  try {
    ports[0].postMessage(await looked(data));
  } catch (fault) {
    // InvalidStateError: the browser cannot open it; what is wrong with it is said by whoever reads its first bytes.
    ports[0].postMessage(fault.name === "InvalidStateError" ? null : { fault: "decoder" });
  }
});
