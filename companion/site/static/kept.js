/* A folder whose files are kept in the browser's storage (OPFS) and written without waiting in between, as SQLite needs it:
   a few files are held open from the start; which name each bears stands in its first bytes, and once more in a file for
   the heads of all, since a page of a storage may be torn. */

const SLOTS = 20;
const HEAD = 512; // bytes before the content: a number (which of two of one name is newer), the length of the name, the name
const SUM = HEAD - 4; // where in a head its checksum stands; heads of the first version have none
const FOLDERS = ["copies"]; // as in companion/store/hourly_copies.py; others cannot be made
const NAMELESS = (at) => `companion.torn-slot-${at}.db`; // as companion/store/salvage.py calls a file that nobody has read
const [ENOENT, EIO, ENOSPC, ENOTEMPTY, EPERM] = [44, 29, 51, 55, 63]; // as Emscripten counts them
const DIR = 0o40777;
const FILE = 0o100666;

/** FNV-1a, of 32 bits, never 0. */
function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum || 1;
}

function written(name, number) {
  const head = new Uint8Array(HEAD);
  const view = new DataView(head.buffer);
  const bytes = new TextEncoder().encode(name);
  view.setUint32(0, number);
  head[4] = bytes.length;
  head.set(bytes, 5);
  view.setUint32(SUM, checksum(head.subarray(0, SUM)));
  return head;
}

/** Return the name and the number of a head; null of one that is torn or none. */
function read(handle, at) {
  const head = new Uint8Array(HEAD);
  if (handle.read(head, { at }) < HEAD) return null;
  const view = new DataView(head.buffer);
  const [sum, end] = [view.getUint32(SUM), 5 + head[4]];
  if (sum ? sum !== checksum(head.subarray(0, SUM)) : head.subarray(end).some((byte) => byte)) return null;
  const name = new TextDecoder().decode(head.subarray(5, end));
  return /^[\w./-]+$/.test(name) ? { name, number: view.getUint32(0) } : null;
}

class Slot {
  /** `heads`: the file for the heads of all; `at`: which of them is this one's. */
  constructor(handle, heads, at) {
    [this.handle, this.heads, this.at] = [handle, heads, at];
    [this.name, this.number] = ["", 0];
    const own = read(handle, 0);
    const other = read(heads, at * HEAD);
    const found = own ?? (handle.getSize() > HEAD ? other ?? { name: NAMELESS(at), number: 0 } : null);
    if (!found) return;
    [this.name, this.number] = [found.name, found.number];
    if (own?.name === other?.name && own?.number === other?.number) return;
    try {
      this.call(this.name, this.number);
    } catch {
      // No room: it is read as it was found, and written twice once there is some.
    }
  }

  get size() {
    return Math.max(0, this.handle.getSize() - HEAD);
  }

  call(name, number) {
    const head = written(name, number);
    this.handle.write(head, { at: 0 });
    this.handle.flush();
    this.heads.write(head, { at: this.at * HEAD });
    this.heads.flush();
    [this.name, this.number] = [name, number];
  }

  free() {
    this.handle.truncate(0);
    this.handle.flush();
    this.name = "";
  }
}

/** Holds the files of the site in this folder of the host. Waits while a tab that is just ending still holds them. */
export async function keptFolder(at) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(at === "/" ? "companion" : `companion-${encodeURIComponent(at)}`, { create: true });
  const names = ["heads", ...Array.from({ length: SLOTS }, (_, at) => `slot-${at}`)];
  const files = await Promise.all(names.map((name) => folder.getFileHandle(name, { create: true })));
  const [heads, ...handles] = await Promise.all(files.map((file) => held(file)));
  const slots = handles.map((handle, at) => new Slot(handle, heads, at));
  const newest = new Map();
  for (const slot of slots.filter((one) => one.name)) {
    const other = newest.get(slot.name);
    const [stays, goes] = other && other.number > slot.number ? [other, slot] : [slot, other];
    goes?.free();
    newest.set(slot.name, stays);
  }
  // A browser that has deleted the storage lets its handles go on writing where nobody can read it.
  const isThere = () => folder.getFileHandle("heads").then(() => true, ({ name }) => name !== "NotFoundError");
  return { mount: (FS, at) => mount(FS, at, slots), isThere };
}

async function held(file, tries = 50) {
  try {
    return await file.createSyncAccessHandle();
  } catch (fault) {
    if (!tries) throw fault;
    await new Promise((done) => setTimeout(done, 100));
    return held(file, tries - 1);
  }
}

function mount(FS, at, slots) {
  let number = Math.max(0, ...slots.map((slot) => slot.number));
  const fault = (code) => new FS.ErrnoError(code);
  /** What the browser refuses, in the words of a disk: no room is the one that people can do something about. */
  const done = (work) => {
    try {
      return work();
    } catch (refused) {
      throw fault(refused.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  };
  const node = (parent, name, mode, slot) => {
    const made = FS.createNode(parent, name, mode, 0);
    made.slot = slot;
    made.node_ops = nodes;
    made.stream_ops = streams;
    if (slot) made.children = undefined;
    return made;
  };
  const children = (parent) => (parent.contents ??= new Map());
  const whole = (parent, name) => (parent.folder ? `${parent.folder}/${name}` : name);
  const nodes = {
    getattr(one) {
      const when = new Date(one.when ?? 0);
      const size = one.slot ? one.slot.size : 4096;
      return { dev: 7, ino: one.id, mode: one.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: when, mtime: when, ctime: when, blksize: 4096, blocks: Math.ceil(size / 4096) };
    },
    setattr(one, attr) {
      if (attr.mode !== undefined && attr.mode !== null) one.mode = attr.mode;
      if (attr.size !== undefined && attr.size !== null) done(() => one.slot.handle.truncate(HEAD + attr.size));
    },
    lookup(parent, name) {
      const found = children(parent).get(name);
      if (!found) throw fault(ENOENT);
      return found;
    },
    mknod(parent, name, mode) {
      if (FS.isDir(mode)) throw fault(EPERM);
      const slot = slots.find((one) => !one.name);
      if (!slot) throw fault(ENOSPC);
      done(() => {
        slot.handle.truncate(0);
        slot.call(whole(parent, name), (number += 1));
      });
      const made = node(parent, name, mode, slot);
      children(parent).set(name, made);
      return made;
    },
    rename(one, parent, name) {
      const before = children(parent).get(name);
      done(() => {
        one.slot.call(whole(parent, name), (number += 1));
        before?.slot.free();
      });
      children(one.parent).delete(one.name);
      children(parent).set(name, one);
      one.name = name;
    },
    unlink(parent, name) {
      done(() => children(parent).get(name).slot.free());
      children(parent).delete(name);
    },
    rmdir: () => {
      throw fault(ENOTEMPTY);
    },
    readdir: (parent) => [".", "..", ...children(parent).keys()],
    symlink: () => {
      throw fault(EPERM);
    },
  };
  const streams = {
    read: (stream, buffer, offset, length, position) =>
      done(() => stream.node.slot.handle.read(buffer.subarray(offset, offset + length), { at: HEAD + position })),
    write(stream, buffer, offset, length, position) {
      stream.node.when = Date.now();
      const written = done(() => stream.node.slot.handle.write(buffer.subarray(offset, offset + length), { at: HEAD + position }));
      if (written < length) throw fault(ENOSPC);
      return written;
    },
    llseek(stream, offset, whence) {
      const place = whence === 1 ? stream.position + offset : whence === 2 ? stream.node.slot.size + offset : offset;
      if (place < 0) throw fault(28);
      return place;
    },
    fsync(stream) {
      if (stream.node.slot) done(() => stream.node.slot.handle.flush());
      return 0;
    },
  };
  FS.mkdirTree(at);
  FS.mount(
    {
      mount(given) {
        const root = node(null, "/", DIR, null);
        root.mount = given;
        for (const name of FOLDERS) {
          const made = node(root, name, DIR, null);
          made.folder = name;
          children(root).set(name, made);
        }
        for (const slot of slots.filter((one) => one.name)) {
          const [name, folder] = slot.name.split("/").reverse();
          const parent = children(root).get(folder) ?? root;
          children(parent).set(name, node(parent, name, FILE, slot));
        }
        return root;
      },
    },
    {},
    at,
  );
}
