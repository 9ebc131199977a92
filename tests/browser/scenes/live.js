/* The table in step with the others, over a line that breaks; what is pressed, sent without a new page. */
Math.random = () => 0.5;
const live = $("#live"), home = `/games/${here.game}`, pages = () => take("asked", true).filter((one) => one === `GET ${home}`).length;
const state = (seconds = "") => [live.className, Object.entries(live.dataset).find(([, text]) => text.replace("#", seconds) === live.textContent)?.[0] ?? live.textContent].join(" ");
is([state(), seen(live), bench.streams.map((one) => one.url)], ["state connecting connecting", true, [`/api${home}/events?brief`]]);
await go(500);
take("asked", true);
says("open");
is(state(), "state on on");

/* What others say is shown, and only what is newer. */
await say({ action: "draw", player: "Ana", back: "away" });
says("state", "", 1);
await go(10);
is([pages(), $("#table").dataset.version], [0, "1"]);
says("state", "", 2);
await go(0);
is([pages(), $("#table").dataset.version, text("#prompt")], [1, "2", "Ana juega o descarta una carta"]);
const plates = $$(".ring .seat"), taken = [];
new MutationObserver((all) => taken.push(...all.flatMap(({ removedNodes }) => [...removedNodes]).filter((one) => one.matches?.(".seat")))).observe($("#main"), { childList: true, subtree: true });
$("#undo").focus();
says("look");
await go(0);
is(pages(), 1);

/* The line is lost: said after nine seconds of silence, with how long after five, and the house is asked. */
await go(8990);
is(state(), "state on on");
says("beat");
await go(8990);
is([state(), take("asked", true).filter((one) => one.includes("health"))], ["state on on", []]);
answers.push(["GET /api/health", new Error("nobody")], ["GET /screens/mine", { json: { host: true } }]);
await go(20);
is([state(), "stale" in $("html").dataset, bench.streams[0].isOpen], ["state lost lost", false, false]);
await go(2500);
is([state(), $("html").hasAttribute("data-stale")], ["state lost lost", true]);
const probes = () => take("asked", true).filter((one) => one === "GET /api/health").length;
is(probes(), 5); // after 200 ms, and then 200, 400, 600 and 800 ms later
await go(3000);
is([state("6"), probes()], ["state since since", 3]); // a second apart at last
const paint = (kind) => { const one = $("#live").cloneNode(true); one.className = `state ${kind}`; $("#live").after(one); const { color } = getComputedStyle(one); one.remove(); return color; };
is([paint("since") === paint("lost"), paint("unsent") === paint("lost"), paint("on") === paint("lost")], [true, true, false]);
await press("#choice-1");
is([state(), take("asked", true).filter((one) => one.startsWith("POST"))], ["state held held", []]);
await go(3500);
is(state(), "state held held");
await go(1200);
is(state("10"), "state since since");
is([seen("#advice"), text("#advice p")], [true, $("#advice").dataset.lost]);
answers[0][1] = 502; // a proxy whose house does not answer
await go(1500);
is(bench.streams.length, 1);
answers[0][1] = 503;
await go(1500);
is([bench.streams.length, bench.streams[1].url], [2, bench.streams[0].url]);
take("asked", true);
says("open");
await go(0);
is([state(), $("html").hasAttribute("data-stale"), pages(), seen("#advice")], ["state on on", false, 1, false]);

/* Streams that do not open although the house answers: the table is asked itself. */
bench.streams[1].dispatchEvent(new Event("error"));
is(state(), "state lost lost");
await go(210);
is(bench.streams.length, 3);
answers.push([`GET /api${home}`, { json: { version: 2 }, headers: { ETag: "seven" } }]);
take("asked", true);
await go(4000 * 3 + 3 * 200 + 50);
is([bench.streams.length, state(), take("asked", true).filter((one) => one.endsWith(`GET /api${home}`)).length], [5, "state poll poll", 1]);
await say({ action: "play", player: "Ana", card: "lanzallamas", target: "Beto" });
answers.find(([part]) => part.includes("/api/games"))[1] = (_, { headers }) => ({ json: { version: 3 }, headers: { ETag: headers["If-None-Match"], Warning: "110" } });
document.body.insertAdjacentHTML("afterbegin", "<p id=away hidden>!</p>");
await go(1000);
is([$("#table").dataset.version, seen("#away")], ["3", true]);
is([document.activeElement.id, $$(".ring .seat").every((one, k) => one === plates[k]), taken.length, $$(".ring .link").length], ["undo", true, 0, 1]); // what comes between the plates moves none
await go(30000);
is([bench.streams.length, take("asked", true).filter((one) => one.endsWith(`GET /api${home}`)).length], [6, 30]);
says("open");
await go(0);
says("store", "here");
is([state(), seen("#away")], ["state on on", false]);
says("store", "away");
is(seen("#away"), true);

/* A page nobody looks at lets go of its line after a minute. */
bench.hide(true);
const beats = setInterval(() => bench.streams.at(-1).isOpen && says("beat"), 3000);
await go(59900);
is(bench.streams.at(-1).isOpen, true);
await go(200);
is([bench.streams.at(-1).isOpen, bench.streams.length], [false, 6]);
bench.hide(false);
is(bench.streams.length, 7);
says("open");

/* Where phones find the table. */
const advice = () => (seen("#advice") ? text("#advice p") : "");
says("network", '"http://a"');
await until(() => sessionStorage.getItem("companion-address"));
is([advice(), sessionStorage.getItem("companion-address")], ["", "http://a"]);
says("network", '"http://b"');
await until(advice);
is([advice(), $("#advice a").getAttribute("href"), text("#advice a")], [$("#advice").dataset.network.replace("#", "http://b"), `${home}/seats?code=all`, $("#table").dataset.phones]);
await press("#advice button");
is([advice(), sessionStorage.getItem("companion-address")], ["", "http://b"]);
says("network", '""');
await until(advice);
is(advice(), $("#advice").dataset.cutoff);
says("network", '"http://b"');
await until(() => !advice());
is(advice(), "");
says("network", '"http://c"');
await until(advice);
await press("#advice a");
is([sessionStorage.getItem("companion-address"), take("went")], ["http://c", [`push ${home}/seats?code=all`]]);
says("network", '"http://c"');
await until(() => !advice());
says("error");
await go(210);
is(bench.streams.at(-1).url, `/api${home}/events?brief&at=http%3A%2F%2Fc`);
says("open");
await go(0);

/* What is pressed: sent once, with the button; shown as answered; slow only when it is. */
let answer = null;
const asked = [];
answers.push([`POST ${home}/act`, (at, how) => new Promise((done, broke) => { asked.push(`${how.body}`); answer = (said) => (said ? done(said) : broke(new Error("gone"))); })]);
const pressed = $("#question button[name=said]");
take("asked", true);
pressed.click();
pressed.click();
await go(240);
is([take("asked", true).length, "busy" in $("html").dataset, "slow" in $("html").dataset], [1, true, false]);
await go(20);
is("slow" in $("html").dataset, true);
const said = new URLSearchParams(asked[0]);
is([said.get("version"), said.get("said"), said.get("action_id")], ["3", pressed.value, $("#question [name=action_id]").value]);
await say({ action: "respond", player: "Beto", card: null });
answer({ body: await bench.page(home), redirected: true, url: location.origin + home });
await go(0);
is([$("#table").dataset.version, "busy" in $("html").dataset, "slow" in $("html").dataset, state()], ["4", false, false, "state on on"]);
$("#undo").click();
await go(0);
answer(null);
await go(0);
is(state(), "state unsent unsent");

/* A seat says who is there, a link leads on without a new page, and back. */
await press("#seat-2 .plate");
is([seen("#whole"), text("#whole")], [true, $("#seat-2").getAttribute("aria-label")]);
await go(4000);
is(seen("#whole"), false);
is([take("went"), location.pathname + location.search], [[], home]);
for (const _ of [1, 2]) await say({ action: "undo" });
says("state", "", 98);
await go(0);
const link = $("#question a[data-go]");
await press(link);
await until(() => location.search);
await go(0);
is([location.pathname + location.search, $("#question").hasAttribute("data-midway"), take("went")], [link.getAttribute("href"), true, []]);
/* What is half chosen stays until it does not fit any more. */
await say({ action: "undo" });
says("state", "", 99);
await go(0);
is([state(), location.search, $("#question").hasAttribute("data-midway")], ["state moved moved", "", false]);
await go(6100);
says("beat");
dispatchEvent(new Event("online"));
says("open");
is(state(), "state on on");
await press($("#question a[data-go]"));
await until(() => location.search);
await go(0);
history.back();
await until(() => !location.search);
await go(0);
is([location.search, $("#question").hasAttribute("data-midway")], ["", false]);
/* A house too busy for a page is asked again; a page that never comes is given up once the line stands again. */
const signals = [], never = (_, { signal }) => new Promise(() => signals.push(signal));
for (const busy of [503, 429, never]) {
  answers.unshift([`GET ${home}`, (at, how) => (at.pathname !== home ? undefined : typeof busy === "function" ? busy(at, how) : busy)]);
  says("state", "", 200);
  await go(0);
  if (busy === never) bench.streams.at(-1).dispatchEvent(new Event("error"));
  is([bench.streams.at(-1).isOpen, signals.map((one) => one.aborted)], [false, busy === never ? [false] : []]);
  if (busy !== never) answers.shift();
  await go(1000);
  take("asked");
  says("open");
  await go(0);
  if (busy === never) is([answers.shift().length, signals.map((one) => one.aborted)], [2, [true, false]]);
  else is([pages(), state()], [1, "state on on"]);
}
