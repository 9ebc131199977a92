/* A game's record in pieces, each drawn as a QR code: on a device that may no longer reach any server.
   The pieces are those of companion/service/transfer/qr_pieces.py; the codes are version 17, level L, letters and digits only. */

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const PIECE = 600; // bytes
const VERSION = 17, SIZE = 85, CENTRES = [6, 30, 54, 78];
const BLOCKS = [107, 108, 108, 108, 108, 108], CORRECTION = 28, ROOM = 647; // codewords
const SVG = "http://www.w3.org/2000/svg";

// -- pieces -------------------------------------------------------------------------------------------------------

/** The texts of the codes for a record. */
export async function pieces(text) {
  const plain = new TextEncoder().encode(text);
  const [kind, packed] = globalThis.CompressionStream ? ["Z", await deflated(plain)] : ["R", plain];
  const chain = crc(packed), total = Math.ceil(packed.length / PIECE);
  const size = Math.ceil(Math.ceil(packed.length / total) / 2) * 2;
  const parts = [];
  for (let k = 0; k < packed.length; k += size) parts.push(base45(packed.subarray(k, k + size)));
  return parts.map((part, k) => `CMP1${kind}/${chain}/${k + 1}/${parts.length}/${crc(new TextEncoder().encode(part))}/${part}`);
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base45(bytes) {
  let out = "";
  for (let k = 0; k < bytes.length; k += 2) {
    const pair = k + 1 < bytes.length;
    let number = pair ? bytes[k] * 256 + bytes[k + 1] : bytes[k];
    for (let n = 0; n < (pair ? 3 : 2); n++, number = Math.floor(number / 45)) out += LETTERS[number % 45];
  }
  return out;
}

function crc(bytes) {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let k = 0; k < 8; k++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (~rest >>> 0).toString(16).toUpperCase().padStart(8, "0");
}

// -- codewords ----------------------------------------------------------------------------------------------------

function codewords(text) {
  const bits = [];
  const put = (value, length) => { for (let k = length - 1; k >= 0; k--) bits.push((value >> k) & 1); };
  put(2, 4);
  put(text.length, 11);
  for (let k = 0; k < text.length; k += 2) {
    const first = LETTERS.indexOf(text[k]);
    if (k + 1 < text.length) put(first * 45 + LETTERS.indexOf(text[k + 1]), 11);
    else put(first, 6);
  }
  if (bits.length > ROOM * 8) throw new RangeError("too long for one code");
  put(0, Math.min(4, ROOM * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let k = 0; k < bits.length; k += 8) words.push(parseInt(bits.slice(k, k + 8).join(""), 2));
  for (let pad = 0xec; words.length < ROOM; pad ^= 0xec ^ 0x11) words.push(pad);
  return interleaved(words);
}

function interleaved(words) {
  const blocks = [];
  let at = 0;
  for (const length of BLOCKS) blocks.push(words.slice(at, (at += length)));
  const checks = blocks.map(remainder);
  const out = [];
  for (let k = 0; k < Math.max(...BLOCKS); k++) for (const block of blocks) if (k < block.length) out.push(block[k]);
  for (let k = 0; k < CORRECTION; k++) for (const check of checks) out.push(check[k]);
  return out;
}

function times(a, b) {
  let product = 0;
  for (let k = 7; k >= 0; k--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> k) & 1) * a);
  return product;
}

const DIVISOR = (() => {
  const result = Array(CORRECTION).fill(0);
  result[CORRECTION - 1] = 1;
  for (let k = 0, root = 1; k < CORRECTION; k++, root = times(root, 2)) {
    for (let j = 0; j < CORRECTION; j++) result[j] = times(result[j], root) ^ (result[j + 1] ?? 0);
  }
  return result;
})();

function remainder(block) {
  const result = Array(CORRECTION).fill(0);
  for (const word of block) {
    const factor = word ^ result.shift();
    result.push(0);
    DIVISOR.forEach((coefficient, k) => (result[k] ^= times(coefficient, factor)));
  }
  return result;
}

// -- modules ------------------------------------------------------------------------------------------------------

/** The dark modules of a code, row by row. */
export function modules(text) {
  const dark = Array.from({ length: SIZE }, () => Array(SIZE).fill(false));
  const fixed = Array.from({ length: SIZE }, () => Array(SIZE).fill(false));
  const set = (x, y, on) => { if (x >= 0 && y >= 0 && x < SIZE && y < SIZE) { dark[y][x] = Boolean(on); fixed[y][x] = true; } };
  for (let k = 0; k < SIZE; k++) { set(6, k, k % 2 === 0); set(k, 6, k % 2 === 0); }
  for (const [x, y] of [[3, 3], [SIZE - 4, 3], [3, SIZE - 4]]) square(set, x, y, 4, (far) => far !== 2 && far !== 4);
  for (const x of CENTRES) for (const y of CENTRES) {
    if (!((x === 6 && (y === 6 || y === 78)) || (x === 78 && y === 6))) square(set, x, y, 2, (far) => far !== 1);
  }
  labels(set);
  fill(codewords(text), dark, fixed);
  return dark;
}

function square(set, x, y, reach, isDark) {
  for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) {
    set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/** What the code says of itself: level L, mask 0, version 17. */
function labels(set) {
  const format = checked(0b01000, 10, 0x537) ^ 0x5412, version = checked(VERSION, 12, 0x1f25);
  const bit = (value, k) => (value >>> k) & 1;
  for (let k = 0; k < 6; k++) set(8, k, bit(format, k));
  set(8, 7, bit(format, 6)); set(8, 8, bit(format, 7)); set(7, 8, bit(format, 8));
  for (let k = 9; k < 15; k++) set(14 - k, 8, bit(format, k));
  for (let k = 0; k < 8; k++) set(SIZE - 1 - k, 8, bit(format, k));
  for (let k = 8; k < 15; k++) set(8, SIZE - 15 + k, bit(format, k));
  set(8, SIZE - 8, true);
  for (let k = 0; k < 18; k++) {
    const a = SIZE - 11 + (k % 3), b = Math.floor(k / 3);
    set(a, b, bit(version, k));
    set(b, a, bit(version, k));
  }
}

/** A value with its check bits after it. */
function checked(value, length, generator) {
  let rest = value;
  for (let k = 0; k < length; k++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * generator);
  return (value << length) | rest;
}

function fill(words, dark, fixed) {
  let at = 0;
  for (let right = SIZE - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < SIZE; step++) for (const x of [right, right - 1]) {
      const y = ((right + 1) & 2) === 0 ? SIZE - 1 - step : step;
      if (fixed[y][x]) continue;
      const on = at < words.length * 8 && (words[at >>> 3] >>> (7 - (at & 7))) & 1;
      dark[y][x] = Boolean(on) !== ((x + y) % 2 === 0);
      at++;
    }
  }
}

/** The code as a drawing, with its quiet border. */
export function drawn(text) {
  const path = modules(text).flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const svg = document.createElementNS(SVG, "svg"), shape = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", `0 0 ${SIZE + 8} ${SIZE + 8}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("role", "img");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
