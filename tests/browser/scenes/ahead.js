/* What a page of the tablet alone leads to is got while people look: the first answer and what takes back at once, the others
   when nobody taps; and what was got is given to the tap that asks for it, and to no other. */
const { ahead, timed } = await import("/_site/ahead.js");
const frame = document.body.appendChild(document.createElement("iframe")), page = frame.contentDocument, there = frame.contentWindow;
const AT = `${location.origin}/games/g`, choice = (k, more = "") => `<button name="said" value="${k}" ${more}>${k}</button>`;
const show = (answers, more = "") => (page.body.innerHTML = `<div id="table" data-version="4"></div><form id="question" action="${AT}/act" method="post"><input type="hidden" name="v" value="4">${answers}</form>${more}`);
const BACK = `<form action="${AT}/undo"><input type="hidden" name="v" value="4"><button id="undo" name="to" value="3">u</button></form>`;
let isOurs = true, waits = null;
const asked = [], ask = async ({ body, ...what }) => {
  asked.push([what.kind, what.method, what.url.replace(AT, ""), new TextDecoder().decode(body)].join(" ").trim());
  ask.headers = what.headers;
  if (waits) await waits;
  return what.url.includes("no") ? { status: 409, headers: [], body: new ArrayBuffer(0) } : { status: 200, headers: [["x-n", asked.length]], body: new TextEncoder().encode(`<p>${asked.length}</p>`).buffer };
};
const shown = () => page.dispatchEvent(new Event("companion:shown")), given = (url, body) => foreseen(AT + url, body);
page.body.innerHTML = "";
const foreseen = ahead(frame, () => isOurs, ask);
await go(1000);
is(asked, []); // no question
show(choice("a") + choice("b") + choice("away", "data-away") + `<details><summary>s</summary>${choice("quiet")}</details><button name="said" value="h" hidden>h</button><a data-go href="${AT}?v=4&said=x">x</a><a data-go href="${AT}">back</a><a href="${AT}?elsewhere">e</a>`, BACK);
shown();
await go(9);
is(asked, []);
await go(20);
is([asked.splice(0), ask.headers], [["ahead POST /act v=4&said=a", "ahead POST /undo v=4&to=3"], { accept: "text/html", "x-live": "1", "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }]);
await go(480);
is(asked, []);
await go(40);
is([asked.splice(0), ask.headers], [["ahead POST /act v=4&said=b", "ask GET ?v=4&said=x"], { accept: "text/html", "x-live": "1", "sec-fetch-site": "same-origin" }]);
/* Given for the same request alone. */
is([given("/act", "v=4&said=z"), given("/undo", "v=4&said=a"), given("?v=4&said=y")], [undefined, undefined, undefined]);
const found = given("/act", new URLSearchParams({ v: 4, said: "a" })), led = given("?v=4&said=x");
is([found.page.body.textContent, found.headers, found.before, found.page instanceof there.Document, led.page.body.textContent], ["1", [["x-n", 1]], 4, true, "2"]);
/* Once something is sent, nothing more is asked; a look at what is not known stops nothing. */
show(choice("a") + choice("b") + choice("c") + choice("d"));
shown();
await go(40);
asked.length = 0;
given("?v=9&said=x");
let let_go;
waits = new Promise((done) => (let_go = done));
await go(500);
is(asked, ["ahead POST /act v=4&said=c"]); // one after the other
given("/act", "v=4&said=unknown");
let_go();
waits = null;
await go(500);
is([asked.length, given("/act", "v=4&said=c"), given("/act", "v=4&said=b") !== undefined], [1, undefined, true]);
/* What is shown anew forgets what was known; what is refused is not known; sixteen are asked for. */
show(Array.from({ length: 20 }, (_, k) => choice(k)).join(""));
asked.length = 0;
shown();
is(given("/act", "v=4&said=b"), undefined);
shown();
await go(2000);
is([asked.length, asked.at(-1)], [16, "ahead POST /act v=4&said=15"]);
show(choice("a", `formaction="${AT}/no"`) + choice("b", `formaction="${AT}/act?x"`));
asked.length = 0;
shown();
await go(1000);
is([asked, given("/no", "v=4&said=a")], [["ahead POST /no v=4&said=a"], undefined]);
/* Not where the games are elsewhere, or no table is shown; and not into another page. */
asked.length = 0;
isOurs = false;
shown();
await go(1000);
isOurs = true;
page.getElementById("table").remove();
shown();
await go(1000);
is(asked, []);
show(choice("a"));
const other = document.body.appendChild(document.createElement("iframe"));
other.contentDocument.body.innerHTML = page.body.innerHTML;
const there_ = ahead(other, () => isOurs, ask);
await go(1000);
is([asked.splice(0), there_(`${AT}/act`, "v=4&said=a") !== undefined], [["ahead POST /act v=4&said=a"], true]);
/* When a tap was kept, could only be guessed before: the newest lines are given the time. */
const page_ = new DOMParser().parseFromString('<div id="table"><ol class="lines"><li value="4"><time>1</time></li><li value="5"><time>1</time></li></ol></div>', "text/html");
is([...timed({ page: page_, before: 4 }, "21:30").querySelectorAll("time")].map((one) => one.textContent), ["1", "21:30"]);
