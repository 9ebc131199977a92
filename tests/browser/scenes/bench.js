/* What stands in every page of the bench before its own scripts: time that goes only when it is told to, requests that are
   noted and answered here, a page that is never left, and the eyes and fingers of a scene. */
(() => {
  const real = { setTimeout: window.setTimeout.bind(window), fetch: window.fetch.bind(window), Date };
  const bench = (window.bench = { asked: [], answers: [], went: [], felt: [], heard: [], streams: [], faults: [], isHidden: false });
  let now = 0, last = 0, pending = 0;
  const due = new Map(), START = Date.UTC(2026, 0, 31, 20, 0, 0);
  const later = (every) => (work, ms, ...given) => {
    due.set((last += 1), { at: now + (Number(ms) || 0), every: every && (Number(ms) || 1), work: () => work(...given) });
    return last;
  };
  const let_go = (id) => void due.delete(id);
  Object.assign(window, { setTimeout: later(false), setInterval: later(true), clearTimeout: let_go, clearInterval: let_go });
  window.requestAnimationFrame = (work) => setTimeout(() => work(now), 16);
  window.requestIdleCallback = (work) => setTimeout(work, 1);
  window.Date = class extends real.Date {
    constructor(...given) { super(...(given.length ? given : [START + now])); }
    static now = () => START + now;
  };
  performance.now = () => now;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now });
  const channel = new MessageChannel(), breathing = [];
  channel.port1.onmessage = () => breathing.shift()();
  const breath = () => new Promise((done) => { breathing.push(done); channel.port2.postMessage(0); }); // no timer: those take 4 ms
  /** Until nothing more comes of what was done, while the clock stands. */
  bench.settle = async () => {
    for (let still = 0; still < 3; still += pending ? 0 : 1) await breath();
  };
  bench.until = async (is) => {
    for (let k = 0; k < 5000 && !is(); k++) await new Promise((done) => real.setTimeout(done, 4));
    return is();
  };
  bench.go = async (ms) => {
    const end = now + ms;
    for (;;) {
      await bench.settle();
      const [id, next] = [...due].reduce((first, one) => (one[1].at < (first?.[1].at ?? Infinity) ? one : first), undefined) ?? [];
      if (!next || next.at > end) break;
      now = Math.max(now, next.at);
      if (next.every) next.at = now + next.every;
      else due.delete(id);
      next.work();
    }
    now = end;
    await bench.settle();
  };
  const shown = (body) => (body instanceof FormData ? [...body].map(([k, v]) => `${k}=${v instanceof File ? `(${v.name}, ${v.type})` : v}`).join("&") : String(body ?? ""));
  /** `bench.answers`: [part of "METHOD /path", what answers]; what answers is a status, a text, an object, or works it out. */
  window.fetch = async (url, how = {}) => {
    const at = new URL(url.url ?? url, location.href), method = how.method ?? "GET", body = shown(how.body);
    const where = at.origin === location.origin ? at.pathname + at.search : at.href;
    bench.asked.push([method, where, ...(body ? [body] : [])].join(" "));
    const found = bench.answers.find(([part]) => `${method} ${where}`.includes(part));
    let said = found ? found[1] : method === "GET" ? undefined : 204;
    if (typeof said === "function") {
      const given_up = new Promise((_, broke) => how.signal?.addEventListener("abort", () => broke(how.signal.reason)));
      said = await Promise.race([said(at, how), given_up]);
    }
    if (said instanceof Error) throw said;
    if (said === undefined) {
      pending += 1;
      const answer = await real.fetch(at, { method, headers: how.headers }).finally(() => (pending -= 1));
      pending += 1;
      said = { status: answer.status, body: await answer.arrayBuffer().finally(() => (pending -= 1)), headers: answer.headers };
    } else if (typeof said === "number") said = { status: said };
    else if (typeof said === "string") said = { body: said };
    const { status = 200, headers, url: to = at.href, redirected = false } = said;
    const text = said.json === undefined ? said.body : JSON.stringify(said.json);
    const whole = typeof text === "object" ? new TextDecoder().decode(text) : (text ?? ""); // read at once: a stream takes its time
    const ways = { url: to, redirected, text: async () => whole, json: async () => JSON.parse(whole), blob: async () => new Blob([whole]) };
    const answer = new Response([204, 304].includes(status) ? null : text, { status, headers });
    return Object.defineProperties(answer, Object.fromEntries(Object.entries(ways).map(([name, value]) => [name, { value }])));
  };
  bench.pass = (ms) => (now += ms);
  /** Somebody says something at the table, from elsewhere. */
  bench.say = async (line) => {
    const { ok } = await real.fetch(`/bench/say?${encodeURIComponent(JSON.stringify(line))}`);
    if (!ok) throw new Error(`${JSON.stringify(line)}: refused`);
  };
  bench.page = async (path) => (await real.fetch(path)).text();
  /** A script once more, as after a page was loaded anew. */
  bench.again = async (name) => {
    await import(`/static/${name}.js?${(last += 1)}`);
    await bench.settle();
  };
  /** A script that is not of this page, among what it is given there; returns what it is asked for by name. */
  bench.script = async (path, given = {}, ...names) => {
    const text = (await bench.page(path)).replace(/^import .*$/gm, "").replace(/^export (?=const|function|async)/gm, "").replace(/\{\{(\w+)\}\}/g, (_, blank) => given[blank]);
    return new Function(...Object.keys(given), `${text.replaceAll("import.meta.url", "here")}\nreturn [${names.join(", ")}];`)(...Object.values(given));
  };
  /** What was noted since; the watch of the line asks for the table's health when it likes: only scenes that say so hear it. */
  bench.take = (name, watch = false) => bench[name].splice(0).filter((one) => watch || one !== "GET /api/health");
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.destination.sameDocument || !event.cancelable) return;
    event.preventDefault();
    const { href, origin, pathname, search, hash } = new URL(event.destination.url);
    const to = href.startsWith("blob:") ? "blob" : origin === location.origin ? pathname + search + hash : href;
    const kind = event.downloadRequest !== null ? `download ${event.downloadRequest}` : event.navigationType;
    bench.went.push([kind, to, ...(event.formData ? [shown(event.formData)] : [])].join(" "));
  });
  addEventListener("error", (event) => bench.faults.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => bench.faults.push(`rejected: ${event.reason}`));
  window.EventSource = class extends EventTarget {
    constructor(url) { super(); this.url = url; this.isOpen = true; bench.streams.push(this); }
    close() { this.isOpen = false; }
  };
  /** The newest stream says something. */
  bench.says = (name, data, lastEventId = "") => bench.streams.at(-1).dispatchEvent(new MessageEvent(name, { data: data === undefined ? "" : data, lastEventId: String(lastEventId) }));
  Object.defineProperty(document, "hidden", { get: () => bench.isHidden });
  bench.hide = (on) => {
    bench.isHidden = on;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  navigator.vibrate = (pattern) => bench.felt.push(pattern);
  window.speechSynthesis && Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (one) => { bench.spoken = one; bench.heard.push(`${one.lang}: ${one.text}`); }, cancel: () => bench.heard.push("hush") } });
  window.AudioContext = class {
    state = "running"; currentTime = 0; destination = null;
    createOscillator = () => ({ frequency: {}, connect: (next) => next, start() { bench.heard.push(this.frequency.value); }, stop() {} });
    createGain = () => ({ gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next });
    resume = async () => { this.state = bench.mute ?? "running"; };
  };
  bench.locks = [];
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request: async (kind) => {
    if (bench.sleepy) throw new Error("battery");
    const lock = Object.assign(new EventTarget(), { kind, isHeld: true });
    lock.release = async () => { lock.isHeld = false; lock.dispatchEvent(new Event("release")); };
    bench.locks.push(lock);
    return lock;
  } } });

  /** Cameras of this device: their ids and what each can. What is asked of them is noted; a frame of them is never quite the same. */
  bench.sees = (...lenses) => {
    // A frame is written at once: how long that takes no clock that stands still can tell.
    HTMLCanvasElement.prototype.toBlob = (done, type) => done(new Blob(["a frame"], { type }));
    const films = [];
    const film = (lens) => Object.assign(new EventTarget(), { id: lens.id, isOn: true, wanted: [], stop() { this.isOn = false; }, getSettings: () => ({ deviceId: lens.id }),
      getCapabilities: () => lens.can ?? {}, async applyConstraints(wanted) { this.wanted.push(wanted); } });
    navigator.mediaDevices.enumerateDevices = async () => [{ kind: "audioinput", deviceId: "ear" }, ...lenses.map(({ id, can }) => ({ kind: "videoinput", deviceId: id, label: `lens ${id}`, getCapabilities: () => can ?? {} }))];
    navigator.mediaDevices.getUserMedia = async ({ video, audio }) => {
      bench.asked.push(`camera ${video.width.ideal}×${video.height.ideal} ${video.deviceId?.exact ?? video.facingMode.ideal} ${audio}`);
      const lens = video.deviceId ? lenses.find(({ id }) => id === video.deviceId.exact) : lenses[0];
      if (!lens || lens.fault) throw new DOMException("no", lens?.fault ?? "NotFoundError");
      films.push(film(lens));
      return Object.assign(new MediaStream(), { getTracks: () => films.slice(-1), getVideoTracks: () => films.slice(-1) });
    };
    HTMLMediaElement.prototype.play = async () => {};
    for (const [name, value] of [["videoWidth", 1280], ["videoHeight", 720]]) Object.defineProperty(HTMLVideoElement.prototype, name, { configurable: true, get: () => value });
    return films;
  };

  /** What moves stands still until it is let on: how far it has come is a matter of the machine. */
  const { animate } = Element.prototype;
  bench.moves = [];
  Element.prototype.animate = function (...given) {
    const one = animate.apply(this, given);
    one.pause();
    bench.moves.push({ target: this, one });
    return one;
  };
  bench.arrive = async () => {
    await bench.go(20);
    for (const { one } of bench.moves.splice(0)) one.finish();
    await bench.go(20);
  };

  // -- eyes and fingers of a scene -------------------------------------------------------------------------------------
  const $ = (one) => (typeof one === "string" ? document.querySelector(one) : one);
  Object.assign(window, {
    $,
    $$: (selector) => [...document.querySelectorAll(selector)],
    go: bench.go, until: bench.until, take: bench.take, says: bench.says, answers: bench.answers, again: bench.again, arrive: bench.arrive,
    moving: (selector) => bench.moves.filter(({ target, one }) => target.matches(selector) && one.playState === "paused").length, say: bench.say,
    data: (one) => ({ ...$(one).dataset }),
    text: (one) => $(one)?.textContent.trim().replace(/\s+/g, " ") ?? null,
    seen: (one) => Boolean($(one)?.checkVisibility({ visibilityProperty: true })),
    press: async (one, how = {}) => {
      $(one).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ...how }));
      await bench.settle();
    },
    put: async (one, value, names = ["input", "change"]) => {
      const field = $(one);
      if (["checkbox", "radio"].includes(field.type)) field.checked = value;
      else if (field.type === "file") {
        const held = new DataTransfer();
        for (const file of value) held.items.add(file);
        field.files = held.files;
      } else field.value = value;
      for (const name of names) field.dispatchEvent(new Event(name, { bubbles: true }));
      await bench.settle();
    },
    key: async (name, more = {}, at = document.body, kind = "keydown") => {
      const event = new KeyboardEvent(kind, { key: name, bubbles: true, cancelable: true, ...more });
      $(at).dispatchEvent(event);
      await bench.settle();
      return event.defaultPrevented;
    },
    /** A pointer at the middle of something, or so far from there. */
    point: async (kind, one, [x, y] = [0, 0], more = {}) => {
      const box = $(one).getBoundingClientRect();
      const event = new PointerEvent(`pointer${kind}`, { pointerId: 7, bubbles: true, cancelable: true, clientX: box.x + box.width / 2 + x, clientY: box.y + box.height / 2 + y, width: 20, height: 20, ...more });
      $(one).dispatchEvent(event);
      await bench.settle();
      return event;
    },
    /** What is got must be what is wanted; a fault says in which line of the scene. */
    is: (got, wanted) => {
      const [a, b] = [got, wanted].map((one) => JSON.stringify(one));
      if (a !== b) bench.faults.push(`line ${new Error().stack.split("\n")[2].match(/:(\d+):\d+\)?$/)?.[1]}: ${a} and not ${b}`);
    },
  });
})();
