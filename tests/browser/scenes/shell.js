/* The page that stays, of a site in a folder: how it begins, what it hands to whom, how it shows a page, and what it says when
   something ends. */
const SITE = `${location.origin}/club/`, BODY = /<body>(.*)<\/body>/s.exec(await bench.page("/_site/index.html"))[1];
const posts = (log) => ({ postMessage: (what, ports) => log.push([what, ports?.[0]].slice(0, ports ? 2 : 1)) });
let runs = 0;
/** Begins anew in another browser. `more`: what is otherwise there; returns what happened and how to make something happen. */
const begin = async (more = {}) => {
  const run = { kept: [], workers: [], asked: [], told: [], near: [], went: [], changes: [], registered: [], sw: [], language: "es", fate: { site: "s1" }, held: [], url: "/bench/blank?x=1#y", ...more };
  document.body.innerHTML = BODY;
  run.worker = (url, { type }) => {
    const one = Object.assign(new EventTarget(), { url: url.href.replace(SITE, ""), type, got: [] }, {});
    one.postMessage = (what, ports) => one.got.push([what, ports?.[0]]);
    run.workers.push(one);
    return one;
  };
  run.container = Object.assign(new EventTarget(), { controller: "controller" in run ? run.controller : posts(run.sw), startMessages: () => run.asked.push("messages"),
    register: async (url, how) => { run.registered.push([url.href, how]); return run.registration ?? { active: null, installing: null, waiting: null }; } });
  const at = new URL(run.url, location.origin);
  const given = {
    here: `${SITE}_site/shell.js`, ACCEPTED: "es;q=1", language: () => run.language, remember: (lang) => run.kept.push(lang), said: (key) => `<${key}>`,
    near: (frame, isOurs, ask) => run.near.push([frame, isOurs, ask]), askWorker: async (who, kind) => (run.asked.push([who === run.container.controller, kind]), run.fate),
    news: (registration, isPlaying, last) => { run.news = [isPlaying, last]; return () => run.told.push("page"); }, tell: (...what) => run.told.push(what),
    holdsPictures: ({ url }) => url.includes("scan"), withoutPictures: async (ask) => { if (ask.torn) throw new Error("torn"); return { ...ask, url: "read" }; },
    navigator: run.navigator ?? { serviceWorker: run.container, storage: { getDirectory: () => {}, persist: async () => true }, locks: { request: async (name, hold) => { run.lock = name; if (!run.held.length) return hold(); return new Promise((has) => (run.free = () => has(hold()))); }, query: async () => ({ held: run.held }) } },
    Worker: function (...how) { return run.worker(...how); }, BroadcastChannel: function (name) { run.channel = name; return posts(run.changes); },
    location: { pathname: at.pathname, search: at.search, hash: at.hash, reload: () => run.went.push("reload"), replace: (url) => run.went.push(String(url)) },
    history: { replaceState: (_, __, url) => run.went.push(url) },
  };
  await bench.script(`/_site/shell.js?${(runs += 1)}`, given);
  run.hears = (data, ports = [], source = run.container.controller) => run.container.dispatchEvent(Object.assign(new Event("message"), { data, ports, source }));
  run.says = async (data, k = 0) => { run.workers[k].dispatchEvent(Object.assign(new Event("message"), { data })); await go(0); };
  run.turn = async () => { run.container.dispatchEvent(new Event("controllerchange")); await go(0); };
  await go(0);
  return run;
};
const bar = () => (seen("#bar") ? $("#bar").value : null), frame = () => $("#table");
const ready = async (run) => {
  await until(() => run.workers.length);
  await run.says({ kind: "ready", marks: [["read", 5]] });
  await until(() => run.near.length);
  await go(0);
};

/* A browser that lacks something is told so. */
for (const navigator of [{}, { serviceWorker: {}, storage: { getDirectory: 1 } }, { serviceWorker: {}, locks: {} }, { serviceWorker: {}, locks: {}, storage: {} }]) {
  const old = await begin({ navigator });
  is([text("#said"), old.registered], ["<start.old>", []]);
}

/* The first time: the files come, then Python wakes, then the page is there. */
const first = await begin({ controller: null });
is([text("#said"), bar(), first.registered, first.asked, first.channel], ["<start.fetching>", null, [[`${SITE}sw.js`, { updateViaCache: "none" }]], ["messages"], "companion"]);
first.hears({ kind: "coming", percent: 40 });
is([text("#said"), bar(), $("html").lang], ["<start.fetching>", 40, "es"]);
first.hears({ kind: "coming", percent: 100 });
first.container.controller = posts(first.sw);
await first.turn();
is([text("#said"), first.workers[0].url, first.workers[0].type, first.lock, first.asked.at(-1), first.went], ["<start.waking>", "_site/home.js?cache=companion%2Fclub%2Fs1", "module", "companion/club/", [true, "news"], []]);
await first.says({ kind: "step", percent: 50 });
is([bar(), seen("#start"), seen("#table")], [50, true, false]);
const { port1, port2 } = new MessageChannel(), { port1: late, port2: other } = new MessageChannel();
first.hears({ kind: "ask", method: "GET", url: "/a", headers: { accept: "x" }, until: Date.now() + 10 }, [port2]);
first.hears({ kind: "ask", method: "GET", url: "/b", headers: {}, until: Date.now() - 1 }, [other]);
first.hears({ kind: "ask", method: "POST", url: "/scan", headers: { "accept-language": "ru" }, until: Date.now() + 10 }, [other]);
is(first.workers[0].got, []);
await ready(first);
is(first.workers[0].got.filter(([{ kind }]) => kind === "ask").map(([{ url, headers }, port]) => [url, headers, port === port2]), [["/a", { "accept-language": "es;q=1", accept: "x" }, true], ["read", { "accept-language": "ru" }, false]]);
is([first.workers[0].got.find(([{ kind }]) => kind === "keeps")[0], JSON.parse(data("html").started)], [{ kind: "keeps", keeps: true }, [["read", 5]]]);
is([seen("#start"), seen("#table"), frame().contentWindow.location.href, first.went, first.kept, document.title], [false, true, `${location.origin}/bench/blank?x=1#y`, ["/bench/blank?x=1#y"], ["es"], "."]);
is([first.sw.map(([what]) => what), first.told, first.news[1], first.news[0](), first.near[0][0] === frame(), first.near[0][1]()], [[{ kind: "later" }], ["page"], "companion.site/club/", false, true, true]);
/* What a page of this tab asks goes the same way; what cannot be read of a picture goes as it is. */
const asked = first.near[0][2]({ url: "/scan/x", torn: true, headers: {} });
await until(() => first.workers[0].got.at(-1)[0].torn);
first.workers[0].got.at(-1)[1].postMessage("answer");
is([await asked, first.workers[0].got.at(-1)[0].url], ["answer", "/scan/x"]);
await first.says({ kind: "changed", what: { game: "g", version: 3 } });
is(first.changes, [[{ game: "g", version: 3 }]]);
/* Another page: all but what the first page could do without is done again. */
first.went.length = first.told.length = 0;
first.language = "en";
frame().contentWindow.history.pushState({}, "", "/games/g7");
is(first.news[0](), true);
frame().dispatchEvent(new Event("load"));
is([first.went, first.sw.length, first.told, $("html").lang, first.near.length], [["/games/g7"], 1, ["page"], "en", 2]);
/* A file to keep, by the name that it is sent with, or by that of the link. */
answers.push(["GET /record", { body: "{}", headers: { "Content-Disposition": 'attachment; filename="mesa.json"' } }], ["GET /plain", "x"]);
const page = frame().contentDocument;
for (const [href, download, wanted] of [["/record", "", "download mesa.json blob"], ["/plain", "named.txt", "download named.txt blob"]]) {
  const link = Object.assign(page.createElement("a"), { href, download });
  link.innerHTML = "<b>save</b>";
  page.body.append(link);
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  link.firstChild.dispatchEvent(event);
  await until(() => bench.went.length);
  is([event.defaultPrevented, take("went")], [true, [wanted]]);
}
const own = Object.assign(page.createElement("a"), { href: "blob:x", download: "x" }), tap = new MouseEvent("click", { bubbles: true, cancelable: true });
page.body.append(own);
own.addEventListener("click", (event) => { is(event.defaultPrevented, false); event.stopPropagation(); event.preventDefault(); });
own.dispatchEvent(tap);
/* Something newer has taken its place. */
first.went.length = 0;
await first.turn();
is(first.went, ["reload"]);
/* The storage is gone: nothing more can be noted; what is in memory can be saved, and only then is it begun anew. */
first.told.length = first.went.length = 0;
await first.says({ kind: "deleted" });
const [[says, { put: [label, save], seen: none }]] = first.told;
is([says, label, none, frame().inert], ["<deleted.says>", "<deleted.save>", [], true]);
save();
is([first.workers[0].got.at(-1)[0], first.told[1][0], first.told[1][1].put[0], first.told[1][1].seen[0]], [{ kind: "files", game: "g7" }, "<deleted.says>", "<deleted.save>", "<start.reload>"]);
first.workers[0].got.at(-1)[1].postMessage([["a.json", "{}"], ["b.json", "[]"]]);
await until(() => bench.went.length === 2);
is(take("went"), ["download a.json blob", "download b.json blob"]);
first.told[1][1].seen[1]();
first.told.length = 0;
frame().dispatchEvent(new Event("load"));
await first.turn();
is([first.went.filter((one) => one !== "/games/g7"), first.told, first.workers[0].got.at(-1)[0]], [[SITE], [], { kind: "look" }]);

/* Back again, with what is missing fetched anew; a version that waits says nothing of itself. */
const again_ = await begin({ url: "/bench/blank/index.html", fate: null });
is([text("#said"), bar()], ["<start.waking>", null]);
again_.hears({ kind: "coming", percent: 30 }, [], "another");
is(text("#said"), "<start.waking>");
again_.hears({ kind: "coming", percent: 30 });
is([text("#said"), bar()], ["<start.again>", 30]);
await until(() => again_.workers.length);
await again_.says({ kind: "step", percent: 90 });
is(bar(), 30);
again_.hears({ kind: "coming", percent: 100 });
is([text("#said"), bar(), again_.workers[0].url], ["<start.waking>", 100, "_site/home.js?cache=companion%2Fclub%2F"]);
again_.container.controller = null;
await again_.turn();
is([again_.went, again_.workers[0].got.at(-1)[0]], [[], { kind: "look" }]);
await ready(again_);
is($("#table").getAttribute("src"), "/bench/blank/");
/* A tab beside the one that has the games: it shows its page, tells its language, and takes over when the other is closed. */
const beside = await begin({ held: [{ name: "companion/other/" }, { name: "companion/club/" }] });
await until(() => beside.near.length);
const tells = new MessageChannel(), heard = [];
tells.port1.onmessage = ({ data }) => heard.push(data);
beside.hears({ kind: "ask", method: "GET", url: "/a", headers: {}, until: Date.now() + 10 }, [tells.port2]);
await until(() => heard.length);
is([heard, beside.workers, beside.near[0][1](), seen("#table")], [[{ language: "es" }], [], false, true]);
beside.free();
await until(() => beside.workers.length);
await beside.says({ kind: "ready", marks: [] });
is(beside.near[0][1](), true);
/* A forced reload asks to be taken on again. What cannot be put in, or breaks, says why, and hides the page. */
const passed = [], installing = Object.assign(new EventTarget(), { state: "installing" });
await begin({ controller: null, registration: { active: posts(passed), installing } });
is(passed, [[{ kind: "claim" }]]);
installing.dispatchEvent(new Event("statechange"));
await go(0);
is(text("#said"), "<start.fetching>");
installing.state = "redundant";
installing.dispatchEvent(new Event("statechange"));
await go(0);
is([text("#said"), seen("#table"), bar()], ["<start.failed> (install)", false, null]);
for (const breaks of [(one) => one.says({ kind: "broken", why: "memory" }), (one) => one.workers[0].dispatchEvent(Object.assign(new Event("error"), { message: "memory" }))]) {
  const broken = await begin();
  await until(() => broken.workers.length);
  await breaks(broken);
  await go(0);
  is([text("#said"), seen("#start"), seen("#table")], ["<start.failed> (memory)", true, false]);
}
