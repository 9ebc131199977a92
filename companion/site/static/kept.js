/* A folder whose files are kept in the browser's storage (OPFS) and written without waiting in between, as SQLite needs it:
   a few files are held open from the start; which name each bears stands in its first bytes. */

const SLOTS = 12;
const HEAD = 512; // bytes before the content: a number (which of two of one name is newer), the length of the name, the name
const [ENOENT, EIO, ENOSPC, ENOTEMPTY, EPERM] = [44, 29, 51, 55, 63]; // as Emscripten counts them
const DIR = 0o40777;
const FILE = 0o100666;

class Slot {
  constructor(handle) {
    this.handle = handle;
    this.name = "";
    this.number = 0;
    if (handle.getSize() < HEAD) return;
    const head = new Uint8Array(HEAD);
    handle.read(head, { at: 0 });
    this.number = new DataView(head.buffer).getUint32(0);
    this.name = new TextDecoder().decode(head.subarray(5, 5 + head[4]));
  }

  get size() {
    return Math.max(0, this.handle.getSize() - HEAD);
  }

  call(name, number) {
    const head = new Uint8Array(HEAD);
    const bytes = new TextEncoder().encode(name);
    new DataView(head.buffer).setUint32(0, number);
    head[4] = bytes.length;
    head.set(bytes, 5);
    this.handle.write(head, { at: 0 });
    this.handle.flush();
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
  const slots = [];
  for (let at = 0; at < SLOTS; at += 1) {
    const file = await folder.getFileHandle(`slot-${at}`, { create: true });
    slots.push(new Slot(await held(file)));
  }
  const newest = new Map();
  for (const slot of slots.filter((one) => one.name)) {
    const other = newest.get(slot.name);
    const [stays, goes] = other && other.number > slot.number ? [other, slot] : [slot, other];
    goes?.free();
    newest.set(slot.name, stays);
  }
  return { mount: (FS, at) => mount(FS, at, slots) };
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
        slot.call(name, (number += 1));
      });
      const made = node(parent, name, mode, slot);
      children(parent).set(name, made);
      return made;
    },
    rename(one, parent, name) {
      const before = children(parent).get(name);
      done(() => {
        one.slot.call(name, (number += 1));
        before?.slot.free();
      });
      children(parent).delete(one.name);
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
        for (const slot of slots.filter((one) => one.name)) children(root).set(slot.name, node(root, slot.name, FILE, slot));
        return root;
      },
    },
    {},
    at,
  );
}
