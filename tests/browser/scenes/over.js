/* What is laid over the table: the face of a card, a page of the evening; what calls it and what puts it away. */
const home = `/games/${here.game}`, card = $("#question [data-card]"), slug = card.dataset.card;
const over = () => $("#over"), of = () => (over()?.open ? over().dataset.of : "");
const close = async () => { await point("down", "#over"); await press("#close-over"); };
await until(() => document.readyState === "complete");
await go(10);
is(take("asked").filter((one) => one.includes("faces")), [`GET ${home}/faces`]);

/* While cards are looked at a touch holds one up and chooses nothing. */
const looking = () => [$("#table").hasAttribute("data-looking"), $("#corner-look").getAttribute("aria-pressed")];
await press("#corner-look");
is([looking(), take("went")], [[true, "true"], []]);
await press(card);
is([of(), text("#over h2"), over().getAttribute("aria-label"), $("#over .face").id, looking(), take("asked")], ["face", text("#over h2"), text("#over h2"), "", [false, "false"], []]);
is([text("#over h2") !== "", $("#close-over").getAttribute("aria-label")], [true, document.body.dataset.close]);
await point("down", "#over");
await press("#over .told");
is(of(), "");
await press("#corner-look");
await key("Escape");
is(looking(), [false, "false"]);
await press("#corner-look");
await press("#prompt");
is(looking(), [false, "false"]);

/* A finger that rests on a card holds it up; the finger that lets go closes nothing and chooses nothing. */
await point("down", card);
await go(540);
is(of(), "");
await go(20);
is([of(), text("#over h2")], ["face", over().getAttribute("aria-label")]);
await point("up", card);
await press(card);
is([of(), take("asked"), take("went")], ["face", [], []]);
await press("#over .told");
is(of(), "face");
await close();
is(of(), "");
for (const [kind, away] of [["move", [20, 0]], ["up", [0, 0]], ["cancel", [0, 0]]]) {
  await point("down", card);
  await point(kind, card, away);
  await go(700);
  is(of(), "");
}
await point("down", card);
await point("move", card, [5, 5]);
await go(700);
is(of(), "face");
await close();
await point("down", card, [0, 0], { button: 2 });
await go(700);
is(of(), "");
for (const kind of ["contextmenu", "dragstart"]) {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  card.dispatchEvent(event);
  is(event.defaultPrevented, true);
}

/* A card that is named, one that lies in a gap, and one that nobody knows. */
$("#sheet").insertAdjacentHTML("afterbegin", `<a id="named" href="${home}/rules#card-${slug}">x</a><a id="strange" href="${home}/rules#card-none">y</a>`);
$("#table svg.ring").insertAdjacentHTML("beforeend", `<g class="gap"><g id="lies" data-card="${slug}"></g></g>`);
await press("#named");
is(of(), "face");
await close();
await press("#lies");
is(of(), "face");
await close();
await press("#named", { ctrlKey: true });
is(of(), "");
take("went");
await press("#strange");
is([of(), take("went")], ["", [`push ${home}/rules#card-none`]]);

/* Pages of the evening lie over it too, turned to whoever must act; where they cannot be had the link leads there. */
$("html").classList.add("lying");
$("#actor").dataset.quarter = "2";
await press("#corner-log");
is([of(), over().getAttribute("aria-label"), over().dataset.turned, take("asked"), text("#over h1") !== null], ["page", $("#corner-log").getAttribute("aria-label"), "2", [`GET ${home}/log`], true]);
await point("down", "#over h1");
await press("#over h1");
is(of(), "page");
await point("down", "#over");
await press("#over");
is(of(), "");
$("html").classList.remove("lying");
answers.push([`GET ${home}/fix`, 500]);
await press("#corner-fix");
is([of(), take("went")], ["", [`push ${home}/fix`]]);
answers.pop();
await press("#corner-fix");
is([of(), over().dataset.turned], ["page", "0"]);
/* On such a page things are dragged as on the page of its own. */
const plate = $("#over .by-hand .seat .plate");
Element.prototype.setPointerCapture = () => {};
const drags = () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/hand.js"));
await until(drags);
await import(drags().name); // it is fetched when the page is laid there
await point("down", plate);
await point("move", plate, [60, 60]);
is($("#over .ghost") !== null, true);
await point("cancel", plate, [60, 60]);
