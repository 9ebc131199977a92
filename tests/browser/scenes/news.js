/* Something newer of the site: told once, put in its place when somebody says so, and never while a game is shown. */
document.body.innerHTML = '<aside id="news" hidden><p></p><button id="news-put"></button><button id="news-seen"></button></aside>';
localStorage.setItem("companion.language/", "es");
const { news } = await import("/_site/news.js");
const bar = () => (seen("#news") ? [text("#news p"), ...["#news-put", "#news-seen"].map((one) => (seen(one) ? text(one) : ""))] : []);
const worker = (said) => ({ asked: [], postMessage({ kind }, [port]) { this.asked.push(kind); if (said[kind]) port.postMessage(said[kind]); } });
const here_ = worker({ news: { site: "s1", version: "1", says: { es: "Uno." } } });
Object.defineProperty(navigator, "serviceWorker", { value: { controller: here_ } });
const registration = Object.assign(new EventTarget(), { waiting: null, installing: null });
let isPlaying = false;
const offer = news(registration, () => isPlaying, "last");
const offered = async () => { const done = offer(); await go(10); await until(() => true); await go(10); return Promise.race([done, go(5001)]); };
await offered();
is([bar(), localStorage.getItem("last")], [[], "s1"]); // the first time there is nothing to tell
/* Another time: what has changed, until it was seen. */
localStorage.setItem("last", "s0");
const again_ = news(registration, () => isPlaying, "last");
isPlaying = true;
await again_();
is(bar(), []);
isPlaying = false;
await again_();
is(bar(), ["renovada 1 Uno.", "", "Visto"]);
await press("#news-seen");
is([bar(), localStorage.getItem("last")], [[], "s1"]);
await again_();
is(bar(), []);
/* What waits is offered; put off, it is not offered again; while a game is shown in another tab it waits on. */
const next = worker({ news: { site: "s2", version: "2", says: { en: "Two.", es: "Dos." } }, now: { isPlaying: true } });
registration.installing = Object.assign(new EventTarget(), { state: "installing" });
registration.dispatchEvent(new Event("updatefound"));
registration.waiting = next;
registration.installing.dispatchEvent(new Event("statechange"));
await go(10);
is(bar(), []);
registration.installing.state = "installed";
registration.installing.dispatchEvent(new Event("statechange"));
await until(() => seen("#news"));
is(bar(), ["nueva 2 Dos.", "Poner", "Luego"]);
await press("#news-put");
await until(() => text("#news p") === "Se juega");
is([text("#news p"), next.asked.at(-1)], ["Se juega", "now"]);
await again_();
await press("#news-seen");
is(bar(), []);
await again_();
is(bar(), []);
/* A worker that says nothing is not waited for. */
registration.waiting = worker({});
const waits = again_();
await go(5000);
await waits;
is(bar(), []);
