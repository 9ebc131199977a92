/* The question laid out so that every choice is seen: tried out once, and what was laid out is not tried out again. */
await document.fonts.ready;
$("html").dataset.motion = "less"; // nothing is on its way to where it stands
await go(500);
const table = $("#table"), choices = () => $$("#sheet .choice").filter((one) => one.offsetParent && !one.closest("details.quiet"));
const stands = () => [table.dataset.dense ?? "", "large" in table.dataset, $("#actor").dataset.turned ?? "", ...choices().map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight].join())];
let tried = 0;
const watch = new MutationObserver((all) => (tried += all.length));
watch.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-dense"] });
const tries = () => { tried += watch.takeRecords().length; return [tried, (tried = 0)][0]; };
const again_ = () => { tries(); dispatchEvent(new Event("resize")); return tries(); };
let version = 50;
const next = async (line) => { tries(); await say(line); says("state", "", (version += 1)); await go(0); };
says("open");
is([Number(table.dataset.dense) >= 2, table.hasAttribute("data-fitted"), choices().length > 10], [true, true, true]); // else it shows nothing
/* It comes back as it stood, and at once. */
const first = stands();
is([again_(), stands()], [0, first]);
await next({ action: "discard", player: "Ana" });
await next({ action: "undo" });
const before = stands();
await next({ action: "discard", player: "Ana" });
await next({ action: "undo" });
is([tries() <= 2, stands()], [true, before]);
/* Every choice lies in the window, and no longer word runs over its edge. */
is(choices().map((one) => one.getBoundingClientRect()).filter((box) => box.bottom > innerHeight || box.right > innerWidth || box.top < 0), []);
is(choices().map((one) => one.querySelector("span")).filter((one) => one && one.scrollWidth > one.clientWidth + 1).length, 0);
/* One that differs in words alone is tried in two ways; one that has become loose, from the start; and one lower down, anew. */
$("#prompt").append(" ·");
is([again_() <= 2, table.dataset.dense], [true, before[0]]);
const rest = choices().slice(2);
for (const one of rest) one.style.display = "none";
again_();
is(Number(table.dataset.dense ?? 0) < Number(before[0]), true);
for (const one of rest) one.style.display = "";
again_();
is(stands(), before);
const bar = $("header.bar"), lowest = Math.max(...choices().map((one) => one.getBoundingClientRect().bottom));
bar.style.height = `${bar.offsetHeight + innerHeight - lowest}px`;
again_();
is([Number(table.dataset.dense) > Number(before[0]) || "first" in table.dataset, choices().every((one) => one.getBoundingClientRect().bottom <= innerHeight)], [true, true]);
bar.style.height = "";
again_();
is(stands(), before);
/* It is turned to whoever must act where it fits so; a page that stands turns nothing. */
const quarters = [0, 1, 2, 3].map((quarter) => { $("#actor").dataset.quarter = quarter; again_(); return $("#actor").dataset.turned ?? ""; });
is(quarters[0], "");
for (const one of rest) one.style.display = "none";
is([1, 2, 3].map((quarter) => { $("#actor").dataset.quarter = quarter; again_(); return [$("#actor").dataset.turned, $("#actor").style.height !== ""].join(); }), ["1,true", "2,true", "3,true"]);
$("html").dataset.facing = "standing";
await until(() => !$("html").matches(".lying") && !$("#actor").dataset.turned);
is([$("html").matches(".lying"), $("#actor").dataset.turned ?? "", $("#actor").getAttribute("style")], [false, "", null]);
$("html").dataset.facing = "lying";
await until(() => $("#actor").dataset.turned);
is([$("html").matches(".lying"), $("#actor").dataset.turned], [true, "3"]);
/* A word too long for its choice gets smaller letters, in steps; a name in another script too. */
const [word, name] = [choices()[1].querySelector("span"), $$(".ring .name").find((one) => one.getComputedTextLength())];
word.textContent = "Desoxirribonucleicamentehablando";
again_();
is([Number(word.dataset.small) > 0], [true]);
word.textContent = "Va";
again_();
is(word.dataset.small, undefined);
const size = Number(name.getAttribute("font-size"));
name.textContent = "Ж".repeat(40);
again_();
is(Number(name.getAttribute("font-size")) < size, true);
name.textContent = "Ж";
again_();
is(Number(name.getAttribute("font-size")), size);
