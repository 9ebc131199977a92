/* The worker in which Python runs: how it starts, from memory or afresh, what it asks of Python, and when it lets it rest. */
const SITE = `${location.origin}/club/`, plain = (text) => new TextEncoder().encode(text);
const packed = () => {
  const files = { "companion/a.py": "import b", "companion/site/x/c.py": "c = 1", "top.txt": "" };
  return [JSON.stringify(Object.entries(files).map(([path, text]) => [path, text.length])), "\n", ...Object.values(files)].join("");
};
const MEMORY = `${SITE}_site/memory?${encodeURIComponent(navigator.userAgent)}`;
let runs = 0;
/** Starts a worker. `memory`: what is kept of the start before; `breaks`: what Python does with it, or without. */
const start = async ({ memory, breaks = () => {}, camera = true, room = true } = {}) => {
  const run = { said: [], loads: [], ran: [], files: [], folders: [], asked: [], flushed: [], steps: [], kept: memory ? [[MEMORY, memory]] : [], isThere: true, does: () => [200, "[]", "", ""] };
  const shelf = {
    match: async (url) => { const found = run.kept.find(([at]) => at === url); return found && new Response(found[1]); },
    keys: async () => run.kept.map(([url]) => ({ url })), delete: async ({ url }) => void (run.kept = run.kept.filter(([at]) => at !== url)),
    put: async (url, answer) => { if (!room) throw new Error("full"); run.kept.push([url, await answer.text()]); },
  };
  const proxy = (value) => ({ toJs: () => value, destroy: () => run.freed = (run.freed ?? 0) + 1 });
  const python = {
    FS: { mkdirTree: (at) => run.folders.push(at), writeFile: (at, bytes, how) => run.files.push([at, new TextDecoder().decode(bytes), how.canOwn]) },
    globals: { set: (name, value) => run.ran.push(`${name}=${value}`) }, makeMemorySnapshot: () => "a new memory",
    runPython: (text) => {
      run.ran.push(/^app = warm/m.test(text) ? "import" : "begin");
      const answer = (...given) => { run.asked.push([...given.slice(0, 4), new TextDecoder().decode(given[4])]); const [status, headers, body, changed] = run.does(...given); return proxy([status, headers, plain(body), changed]); };
      const made = [answer, (keeps) => run.steps.push(`keeps ${keeps}`), () => run.steps.push("rest"), () => run.steps.push("deleted"), (game) => JSON.stringify([[`${game}.json`, "{}"]])];
      return Object.assign(made, { destroy: () => run.steps.push("made") });
    },
  };
  const given = {
    self: { location: { href: `${SITE}_site/home.js?cache=kept` }, addEventListener: (name, hears) => (run[name] = hears) }, location: { hostname: "x.test" }, caches: { open: async (name) => (run.cache = name, shelf) },
    fetch: async (url) => new Response(url.href === `${SITE}_site/app.pack` ? packed() : url.href === `${SITE}_site/parts.json` ? JSON.stringify({ camera }) : "", { status: 200 }),
    keptFolder: async (at) => ({ mount: (FS, to) => run.ran.push(`${at} at ${to}`), isThere: async () => run.isThere }), console: { warn: (fault) => run.steps.push(fault.message) },
    createPyodideModule: async (settings) => { settings.instantiateWasm(run.imports = { env: {}, wasi_snapshot_preview1: { fd_sync: (fd) => (run.flushed.push(fd), fd) } }, "done"); return { growMemory: (size) => run.steps.push(`grow ${size}`) }; },
    loadPyodide: async ({ createPyodideModule, _loadSnapshot, _makeSnapshot, indexURL, env }) => {
      run.loads.push([indexURL, env.PYTHONDONTWRITEBYTECODE, _loadSnapshot ? new TextDecoder().decode(_loadSnapshot) : _makeSnapshot]);
      await createPyodideModule({ instantiateWasm: (imports, done) => run.steps.push(done) });
      breaks(_loadSnapshot);
      return python;
    },
    postMessage: (what) => run.said.push(what), performance: { mark: (name) => run.steps.push(name), now: () => run.now = (run.now ?? 0) + 12.34, getEntriesByType: () => [{ name: "read", startTime: 3, duration: 0 }] },
  };
  await bench.script(`/_site/home.js?${(runs += 1)}`, given);
  run.ask = async (what) => {
    const answers = [];
    await run.message({ data: what, ports: [{ postMessage: (one) => answers.push(one) }] });
    return answers[0];
  };
  await until(() => ["ready", "broken"].includes(run.said.at(-1)?.kind));
  return run;
};

/* The first start: Python is loaded and imports everything; how it stands then is kept, once the page is there. */
const first = await start({ camera: false });
first.kept.push([`${SITE}_site/memory?another`, "old"], [`${SITE}_site/a.js`, "a"]);
is(first.loads, [[`${SITE}_site/pyodide/`, "1", true]]);
is([first.folders, first.files], [["/app/companion", "/app/companion/site/x", "/app/"], [["/app/companion/a.py", "import b", true], ["/app/companion/site/x/c.py", "c = 1", true], ["/app/top.txt", "", true]]]);
is([first.ran, first.cache], [["import", "/club/ at /kept", "HOST=x.test", "ROOT=/club/", "CAMERA=false", "begin"], "kept"]);
is(first.said, [{ kind: "step", percent: 15 }, { kind: "step", percent: 50 }, { kind: "step", percent: 90 }, { kind: "ready", marks: [["read", 3]] }]);
is(first.steps, ["read", "done", "loaded", "imported", "made"]);
is([first.imports.env.__syscall_fdatasync(7), first.flushed], [-7, [7]]);
await go(1499);
is(first.kept.length, 2);
await go(1);
await until(() => first.kept.length === 2 && first.kept[1][0] === MEMORY);
is(first.kept, [[`${SITE}_site/a.js`, "a"], [MEMORY, "a new memory"]]);
const full = await start({ room: false });
await go(1500);
is(full.kept, []);

/* From memory; and afresh where it does not fit. */
const again_ = await start({ memory: "kept memory" });
await go(1500);
is([again_.loads.map(([, , memory]) => memory), again_.steps.slice(0, 3), again_.ran[0], again_.kept], [["kept memory"], ["read", "done", "grow 11"], "/club/ at /kept", [[MEMORY, "kept memory"]]]);
const unfit = await start({ memory: "unfit", breaks: (memory) => { if (memory) throw new Error("does not fit"); } });
is([unfit.loads.map(([, , memory]) => memory), unfit.ran[0], unfit.steps.includes("does not fit"), unfit.said.at(-1).kind], [["unfit", true], "import", true, "ready"]);
const broken = await start({ breaks: () => { throw new Error("Traceback:\n  x\nMemoryError: no\n"); } });
is([broken.said.at(-1), broken.loads.length], [{ kind: "broken", why: "MemoryError: no" }, 1]);

/* What is asked: Python answers, and the page is told what has changed. */
again_.steps.length = again_.said.length = 0;
again_.does = () => [201, '[["x-one","1"]]', "hola", '{"game":"g","version":2}'];
const answer = await again_.ask({ kind: "ask", method: "POST", url: "/games/g", headers: { accept: "x" }, body: plain("said").buffer });
is(again_.asked, [["ask", "POST", "/games/g", '{"accept":"x"}', "said"]]);
is([answer.status, answer.headers, new TextDecoder().decode(answer.body), again_.freed], [201, [["x-one", "1"], ["Server-Timing", "python;dur=12.3"]], "hola", 1]);
is(again_.said, [{ kind: "changed", what: { game: "g", version: 2 } }]);
again_.does = () => [200, "[]", "", ""];
await again_.ask({ kind: "ahead", method: "GET", url: "/", headers: {}, body: new ArrayBuffer(0) });
is([again_.asked[1], again_.said.length], [["ahead", "GET", "/", "{}", ""], 1]);
await again_.ask({ kind: "keeps", keeps: true });
is([again_.steps, await again_.ask({ kind: "files", game: "g" })], [["keeps true"], [["g.json", "{}"]]]);
/* It rests a second after the last request, and goes on resting only where it is still kept. */
await go(600);
await again_.ask({ kind: "ask", method: "GET", url: "/", headers: {}, body: new ArrayBuffer(0) });
await go(999);
is(again_.steps.includes("rest"), false);
await go(1);
is(again_.steps, ["keeps true", "rest"]);
/* The browser has deleted what was kept: found when something is noted, or refused, or looked for; told once. */
for (const finds of [async (run) => { run.does = () => [200, "[]", "", '{"game":"g"}']; await run.ask({ kind: "ask", headers: {}, body: new ArrayBuffer(0) }); }, async (run) => { run.does = () => [503, "[]", "", ""]; await run.ask({ kind: "ask", headers: {}, body: new ArrayBuffer(0) }); }]) {
  const run = await start({ memory: "m" });
  run.isThere = run.said.length = 0;
  await finds(run);
  is([run.asked.length, run.said.filter(({ kind }) => kind === "deleted").length, run.steps.filter((one) => one === "deleted").length], [2, 1, 1]);
  await finds(run);
  await run.ask({ kind: "look" });
  await go(1000);
  is([run.asked.length, run.said.filter(({ kind }) => kind === "deleted").length, run.steps.includes("rest")], [3, 1, false]);
}
const idle = await start({ memory: "m" });
idle.said.length = 0;
await idle.ask({ kind: "ask", headers: {}, body: new ArrayBuffer(0) });
idle.isThere = false;
await go(1000);
is([idle.said, idle.asked.length, idle.steps.includes("rest")], [[{ kind: "deleted" }], 1, false]);
