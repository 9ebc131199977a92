/* A folder of files in the browser's storage: their heads in two places, of two of one name the newer, faults as a disk's. */
class Handle {
  constructor(bytes = []) { this.bytes = Uint8Array.from(bytes); this.flushed = 0; }
  getSize() { return this.bytes.length; }
  read(into, { at }) {
    const found = this.bytes.subarray(at, at + into.length);
    into.set(found);
    return found.length;
  }
  write(from, { at }) {
    if (this.full) throw Object.assign(new Error("full"), { name: this.full });
    if (this.bytes.length < at + from.length) { const more = new Uint8Array(at + from.length); more.set(this.bytes); this.bytes = more; }
    this.bytes.set(from, at);
    return this.short ?? from.length;
  }
  truncate(size) { const other = new Uint8Array(size); other.set(this.bytes.subarray(0, size)); this.bytes = other; }
  flush() { this.flushed += 1; }
}
const files = new Map(), folders = [];
let busy = 2, isGone = false;
const folder = { getFileHandle: async (name, { create } = {}) => {
  if (isGone) throw Object.assign(new Error("gone"), { name: "NotFoundError" });
  if (!files.has(name)) files.set(name, new Handle());
  return { createSyncAccessHandle: async () => { if (busy-- > 0) throw new Error("held"); return files.get(name); } };
} };
Object.defineProperty(navigator, "storage", { value: { getDirectory: async () => ({ getDirectoryHandle: async (name) => (folders.push(name), folder) }) } });
class ErrnoError extends Error { constructor(code) { super(String(code)); this.code = code; } }
let ids = 0, root = null;
const FS = {
  ErrnoError, isDir: (mode) => mode === 0o40777, mkdirTree: (at) => folders.push(at),
  createNode: (parent, name, mode) => ({ parent, name, mode, id: (ids += 1) }),
  mount: ({ mount }, _, at) => (root = mount({ at })),
};
const { keptFolder } = await import("/_site/kept.js");
const opened = async (at = "/") => {
  const found = keptFolder(at);
  await go(1000);
  const here_ = await found;
  here_.mount(FS, "/kept");
  return here_;
};
const bytes = (text) => new TextEncoder().encode(text), words = (of) => new TextDecoder().decode(of);
const fails = (work) => { try { work(); return "done"; } catch ({ code }) { return code; } };
const list = () => root.node_ops.readdir(root).slice(2);

/* A file: made, written after its head, read, cut, named anew over another, and gone. */
const first = await opened();
is([folders, list(), busy <= 0, files.size], [["companion", "/kept"], ["copies"], true, 21]);
const ops = root.node_ops, made = ops.mknod(root, "a.db", 0o100666), { stream_ops: io } = made;
const stream = { node: made, position: 3 };
is([io.write(stream, bytes("xhola"), 1, 4, 0), made.slot.size, words(made.slot.handle.bytes.subarray(512))], [4, 4, "hola"]);
const into = new Uint8Array(6);
is([io.read(stream, into, 1, 4, 1), words(into.subarray(1, 4))], [3, "ola"]);
is([io.llseek(stream, 2, 0), io.llseek(stream, 2, 1), io.llseek(stream, -1, 2), fails(() => io.llseek(stream, -9, 0))], [2, 5, 3, 28]);
const flushed = made.slot.handle.flushed;
is([io.fsync(stream), made.slot.handle.flushed - flushed, io.fsync({ node: {} })], [0, 1, 0]);
const { size, mode, ino, blocks } = ops.getattr(made);
is([size, mode, ino === made.id, blocks, ops.getattr(root).size], [4, 0o100666, true, 1, 4096]);
ops.setattr(made, { size: 2, mode: 7 });
is([made.slot.size, made.mode], [2, 7]);
const other = ops.mknod(root, "b.db", 0o100666), copies = ops.lookup(root, "copies");
is([list(), ops.lookup(root, "a.db") === made, fails(() => ops.lookup(root, "z"))], [["copies", "a.db", "b.db"], true, 44]);
ops.rename(made, root, "b.db");
is([list(), made.slot.name, made.name, other.slot.name, other.slot.handle.getSize()], [["copies", "b.db"], "b.db", "b.db", "", 0]);
const copy = ops.mknod(copies, "c.db", 0o100666);
is([copy.slot.name, ops.readdir(copies)], ["copies/c.db", [".", "..", "c.db"]]);
ops.unlink(copies, "c.db");
is([copy.slot.name, ops.readdir(copies)], ["", [".", ".."]]);
is([fails(() => ops.mknod(root, "d", 0o40777)), fails(() => ops.rmdir(root, "copies")), fails(() => ops.symlink(root, "x"))], [63, 55, 63]);

/* What the browser refuses. */
made.slot.handle.full = "QuotaExceededError";
is(fails(() => io.write(stream, bytes("x"), 0, 1, 0)), 51);
made.slot.handle.full = "Other";
is(fails(() => io.write(stream, bytes("x"), 0, 1, 0)), 29);
made.slot.handle.full = "";
made.slot.handle.short = 0;
is(fails(() => io.write(stream, bytes("x"), 0, 1, 0)), 51);
delete made.slot.handle.short;
for (let k = 0; k < 19; k++) ops.mknod(root, `f${k}`, 0o100666);
is(fails(() => ops.mknod(root, "one-more", 0o100666)), 51);
for (let k = 0; k < 19; k++) ops.unlink(root, `f${k}`);
is([await first.isThere(), (isGone = true), await first.isThere()], [true, true, false]);
isGone = false;

/* Opened again: the same files; a torn head is read where it stands once more; both torn, it has a name of its own. */
const slot = [...files].find(([name, one]) => name !== "heads" && one.bytes.length > 512)[0], at = Number(slot.slice(5)), kept = files.get(slot), heads = files.get("heads");
await opened("/mesa/");
is([folders.at(-2), list()], ["companion-%2Fmesa%2F", ["copies", "b.db"]]);
const tear = (handle, from) => (handle.bytes[from + 6] ^= 1);
tear(kept, 0);
await opened();
is([list(), words(kept.bytes.subarray(5, 9))], [["copies", "b.db"], "b.db"]);
tear(heads, at * 512);
await opened();
is([list(), words(heads.bytes.subarray(at * 512 + 5, at * 512 + 9))], [["copies", "b.db"], "b.db"]);
const whole = kept.bytes.slice();
tear(kept, 0);
tear(heads, at * 512);
await opened();
is(list(), ["copies", `companion.torn-slot-${at}.db`]);

/* Two of one name, as after a crash: the newer stays, whichever comes first; the other is free. */
const twin = (number, text) => { // a head of the first version: without a checksum
  const handle = new Handle(new Uint8Array(512 + text.length));
  new DataView(handle.bytes.buffer).setUint32(0, number);
  handle.bytes[4] = 5;
  handle.bytes.set(bytes("x.db1"), 5);
  handle.bytes.set(bytes(text), 512);
  return handle;
};
for (const [one, two, wanted] of [[7, 9, "two"], [9, 7, "one"]]) {
  files.clear();
  files.set("slot-3", twin(one, "one"));
  files.set("slot-8", twin(two, "two"));
  await opened();
  const found = root.node_ops.lookup(root, "x.db1").slot;
  is([list(), words(found.handle.bytes.subarray(512)), found.number, ["slot-3", "slot-8"].map((name) => files.get(name).getSize() > 0).filter(Boolean).length], [["copies", "x.db1"], wanted, 9, 1]);
  is(root.node_ops.mknod(root, "new", 0o100666).slot.number, 10);
}
/* A name that no file of ours has is none. */
files.clear();
files.set("slot-0", twin(1, "x"));
files.get("slot-0").bytes.set(bytes("x db1"), 5);
await opened();
is(list(), ["copies", "companion.torn-slot-0.db"]);
