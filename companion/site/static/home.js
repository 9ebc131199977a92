/* Python, the product and its games, in a worker of the page that stays. A request is answered after what it wrote has been
   flushed to the browser's storage: SQLite's own commit on files that are held open (see kept.js). */

import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { keptFolder } from "./kept.js";

const given = new URL(self.location.href).searchParams;
const CACHE = given.get("cache"); // of the site that this worker belongs to
const ROOT = new URL("..", self.location.href);

const IMPORT = `
import json, sys
from pathlib import Path
sys.path.insert(0, "/app")
from companion.service.collector import Collector
from companion.site.home import Home, warm
app = warm()
`;
const BEGIN = `
home = Home(Path("/kept"), HOST, ROOT, CAMERA, app)

def answer(kind, method, url, headers, body):
    ask = home.ahead if kind == "ahead" else home.answer
    said = ask(method, url, json.loads(headers), body.to_bytes())
    return said.status, json.dumps(said.headers), said.body, said.changed

def told(keeps):
    home.keeping.keeps = keeps

collector = Collector(rests=True)
collector.begin()

def rest():
    collector.rest()
    home.rest()

def deleted():
    home.keeping.is_deleted = True

answer, told, rest, deleted, home.files
`;
const PAUSE = 1000; // ms without a request after which Python looks for what nobody needs any more

/* Python's memory once everything is imported: the next start begins there. It fits the browser it was made in. */
const MEMORY_AT = new URL(`memory?${encodeURIComponent(navigator.userAgent)}`, self.location.href).href;

/** The files of the product, without a copy. */
function unpack(FS, packed) {
  const end = packed.indexOf(10);
  const folders = new Set();
  let at = end + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(packed.subarray(0, end)))) {
    const folder = `/app/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(`/app/${path}`, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** SQLite asks for its commit with `fdatasync`, which does nothing in this runtime; `fsync` asks the files themselves. */
function flushing(imports) {
  const { fd_sync: flush } = imports.wasi_snapshot_preview1;
  imports.env.__syscall_fdatasync = (fd) => -flush(fd);
  return imports;
}

async function load(memory) {
  return loadPyodide({
    indexURL: new URL("pyodide/", self.location.href).href,
    env: { PYTHONDONTWRITEBYTECODE: "1" }, // nobody would read it again
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    createPyodideModule: async (settings) => {
      const instantiate = settings.instantiateWasm;
      settings.instantiateWasm = (imports, done) => instantiate(flushing(imports), done);
      const module = await createPyodideModule(settings);
      if (memory) module.growMemory(memory.length);
      return module;
    },
  });
}

/** Notes when a step of the start was done, and tells the page how far it is. */
function step(name, percent) {
  performance.mark(name);
  postMessage({ kind: "step", percent });
}

async function begin() {
  const cache = await caches.open(CACHE);
  const [product, parts, folder, memory] = await Promise.all([
    fetch(new URL("app.pack", self.location.href)).then((answer) => answer.arrayBuffer()),
    fetch(new URL("parts.json", self.location.href)).then((answer) => answer.json()),
    keptFolder(ROOT.pathname),
    cache.match(MEMORY_AT).then((answer) => answer?.arrayBuffer()),
  ]);
  step("read", 15);
  let python = await load(memory && new Uint8Array(memory)).catch((fault) => {
    if (!memory) throw fault;
    console.warn(fault);
    return null;
  });
  const isFresh = !memory || !python;
  python ??= await load();
  step("loaded", 50);
  unpack(python.FS, new Uint8Array(product));
  if (isFresh) {
    python.runPython(IMPORT);
    keep(cache, python.makeMemorySnapshot());
  }
  step("imported", 90);
  folder.mount(python.FS, "/kept");
  python.globals.set("HOST", location.hostname);
  python.globals.set("ROOT", ROOT.pathname);
  python.globals.set("CAMERA", parts.camera);
  const made = python.runPython(BEGIN);
  const [answer, told, rest, deleted, files] = made;
  made.destroy();
  return { answer, told, rest, deleted, files, isThere: folder.isThere };
}

/** For the next start; not before this one is over. */
function keep(cache, memory) {
  begun.then(() =>
    setTimeout(async () => {
      for (const old of await cache.keys()) if (old.url.includes("/_site/memory?")) await cache.delete(old);
      await cache.put(MEMORY_AT, new Response(memory)).catch(() => {}); // no room for it: the next start takes longer
    }, 1500),
  );
}

const begun = begin();
begun.then(
  () => postMessage({ kind: "ready", marks: performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]) }),
  (fault) => postMessage({ kind: "broken", why: String(fault.message ?? fault).trim().split("\n").at(-1) }),
);

let pause = 0;
let isDeleted = false;

/** Finds out whether the browser has deleted the storage, and tells it once. */
async function look() {
  const { deleted, isThere } = await begun;
  if (isDeleted || (await isThere())) return isDeleted;
  isDeleted = true;
  deleted();
  postMessage({ kind: "deleted" });
  return true;
}

self.addEventListener("message", async ({ data, ports }) => {
  const { answer, told, rest, files } = await begun;
  if (data.kind === "keeps") return void told(data.keeps);
  if (data.kind === "look") return void look();
  if (data.kind === "files") return ports[0].postMessage(JSON.parse(files(data.game)));
  clearTimeout(pause);
  const since = performance.now();
  const asked = () => {
    const said = answer(data.kind, data.method, data.url, JSON.stringify(data.headers), new Uint8Array(data.body));
    const found = said.toJs();
    said.destroy();
    return found;
  };
  let [status, headers, body, changed] = asked();
  // What went into a storage that is deleted is not kept: it is refused after all.
  if ((changed || status === 503) && !isDeleted && (await look())) [status, headers, body, changed] = asked();
  const sent = body.slice().buffer;
  const took = (performance.now() - since).toFixed(1);
  ports[0].postMessage({ status, headers: [...JSON.parse(headers), ["Server-Timing", `python;dur=${took}`]], body: sent }, [sent]);
  if (changed) postMessage({ kind: "changed", what: JSON.parse(changed) });
  pause = setTimeout(() => look().then((is) => is || rest()), PAUSE);
});
