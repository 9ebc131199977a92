/* The table put right by hand: a thing dragged to its place shows what it would change, and nothing changes before. */
const fix = $("#by-hand").dataset.fix, svg = $("#by-hand svg");
svg.setPointerCapture = () => {};
const middle = (one) => { const { x, y, width, height } = $(one).getBoundingClientRect(); return { clientX: x + width / 2, clientY: y + height / 2 }; };
const to = (kind, one, more = [0, 0]) => { const at = middle(one); return point(kind, document.body, [0, 0], { clientX: at.clientX + more[0], clientY: at.clientY + more[1] }); };
const [first, third] = ["#by-hand .seat", "#by-hand .seat:nth-of-type(3)"].map((one) => $(one)), seats = $$("#by-hand .ring .seat, #by-hand svg .seat");
const plate = (k) => seats[k].querySelector(".plate");
const standing = seats.find((one) => $(`#${one.dataset.press || "none"}`));
await press(standing);
is(take("went"), [`push ${$(`#${standing.dataset.press}`).getAttribute("href")}`]); // a seat stands for its choice
await point("down", plate(0));
is($(".ghost"), null);
await to("move", plate(2));
const here_ = middle(plate(2)), over = new DOMPoint(here_.clientX, here_.clientY).matrixTransform(svg.getScreenCTM().inverse());
is([$(".ghost").getAttribute("transform"), $(".ghost > *").hasAttribute("transform"), $(".ghost > *").hasAttribute("class")], [`translate(${over.x.toFixed(1)} ${over.y.toFixed(1)})`, false, false]);
is([$(".ghost") !== null, svg.matches(".dragging"), seats[0].matches(".lifted"), seats.map((one) => one.matches(".takes")), seats.map((one) => one.matches(".there"))], [true, true, true, seats.map((_, k) => k !== 0), seats.map((_, k) => k === 2)]);
is($(".ghost .reach"), null);
await to("up", plate(2));
const said = (address) => JSON.parse(new URLSearchParams(address.split("?")[1]).get("said"));
const [went] = take("went"), before = JSON.parse($("#by-hand").dataset.seated), [name] = Object.keys(before.set), now = before.set[name];
is([went.startsWith(`push ${fix}?said=`), said(went).set[name]], [true, [now[1], now[2], now[0], ...now.slice(3)]]);
is([$(".ghost"), svg.matches(".dragging"), $$(".lifted, .takes, .there").length], [null, false, 0]);
/* Far from every place, and taken away: nothing. The click after a drag means nothing. */
await point("down", plate(0));
await to("move", svg);
is($$(".there").length, 0);
await to("up", svg);
await point("down", plate(0));
await to("move", plate(1));
await to("cancel", plate(1));
is(take("went"), []);
const click = new MouseEvent("click", { bubbles: true, cancelable: true });
plate(1).dispatchEvent(click);
is([click.defaultPrevented, take("went")], [true, []]);
/* A thing from its corner goes into a gap that takes such things. */
const grip = $("#by-hand .grip[data-moves]") ?? $("#by-hand .piece"), lays = grip.dataset.lays;
const takes = $$(`#by-hand .grip[data-sign="+"]`).filter((one) => one.dataset.lays === lays && one !== grip);
await point("down", grip);
await to("move", takes[0]);
is([$$(".takes").every((one) => one.dataset.lays === lays), $$(".there").length], [true, 1]);
const there = $(".there");
await to("up", takes[0]);
is(take("went"), [`push ${fix}?said=${encodeURIComponent(JSON.parse(grip.dataset.moves)[there.dataset.at])}`]);
/* A seat stands for its choice. */
const stands = seats.find((one) => $(`#${one.dataset.press || "none"}`));
if (stands) {
  await point("down", stands);
  await press(stands);
  is(take("went"), [`push ${$(`#${stands.dataset.press}`).getAttribute("href")}`]);
}
