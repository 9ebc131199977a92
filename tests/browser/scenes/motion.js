/* What moves explains what has happened, and what is heard, felt and read aloud goes with it. */
for (const name of ["sound", "shake", "voice"]) $("html").dataset[name] = "on";
says("open");
await go(3000);
let version = 1;
const next = async (...lines) => {
  await arrive();
  for (const name of ["heard", "felt"]) take(name);
  for (const line of lines) await say(line);
  says("state", "", (version += 1) + 50);
  await go(0);
};
/* The deal, seen by whoever has just opened the table. */
is([moving(".flying"), $("#moment").hidden], [24, true]);
await point("down", "#prompt");
is($$(".flying").length, 0);

await next({ action: "draw", player: "Ana", back: "away" });
is([take("heard"), take("felt")], [[392, 523.3, "hush", `es: ${text("#prompt")}`], [40]]);
await next({ action: "play", player: "Ana", card: "puerta-atrancada", target: "Beto" });
await go(20);
is([take("heard").slice(0, 2), moving(".gap"), moving(".gap .mark")], [[98, 73.4], 1, 1]);
is([seen("#moment"), moving("#moment .large"), $$(".flying").length], [true, 1, $("#moment").dataset.flights.match(/,\d+ /g).reduce((n, one) => n + Number(one.slice(1)), 0)]);
await arrive();
is([$("#moment").hidden, $$(".flying").length], [true, 0]);

await next({ action: "draw", player: "Beto", back: "away" });
await next({ action: "play", player: "Beto", card: "lanzallamas", target: "Carla" }, { action: "respond", player: "Carla", card: null });
is([take("heard").slice(0, 3), take("felt"), $$(".seat.leaving").length, moving(".seat.leaving")], [[220, 185, 146.8], [[60, 80, 60]], 1, 1]);
is([$(".leaving").id, $(".leaving").getAttribute("aria-hidden")], ["", "true"]);
/* Whoever goes on at once does not see it darken once more. */
await say({ action: "override", set: { turn: "Dani", step: "act" }, reason: "" }), says("state", "", (version += 1) + 50);
await go(0);
is($$(".seat.leaving").length, 0);
await arrive();

/* The turns go the other way: the arrows swing. People who change places glide to them. */
await next({ action: "override", set: { turn: "Dani", step: "act" }, reason: "" }, { action: "play", player: "Dani", card: "vigila-tus-espaldas" });
is([take("heard").slice(0, 3), moving(".head")], [[392, 493.9, 392], $$(".head").length]);
const chair = $("#seat-1");
await next({ action: "override", set: { seats: ["Ana", "Dani", "Beto", "Eva", "Fede"] }, reason: "" });
is([take("heard").slice(0, 3), moving("#seat-1 > g"), moving("#seat-0 > g"), $("#seat-1") === chair, $$(".round .seat").map((one) => one.getAttribute("aria-label").split(",")[0])], [[392, 493.9, 392], 1, 0, true, ["Ana", "Dani", "Beto", "Eva", "Fede"]]);
$("html").dataset.motion = "less";
await next({ action: "override", set: { seats: ["Ana", "Beto", "Dani", "Eva", "Fede"] }, reason: "" });
is(moving("#seat-1 > g"), 0);

/* What lies in the rooms of a board goes to where it lies now; the numbers stand there as they were and are. */
delete $("html").dataset.motion;
await arrive();
const room = (id, ...things) => `<g class="tile" id="${id}">${things.map(([name, count, x]) => `<g data-thing="${name}"${count ? ` data-count="${count}"` : ""} transform="translate(${x} 300)"><rect width="60" height="40"/></g>`).join("")}</g>`;
const board = (...rooms) => { $$(".tile").forEach((one) => one.remove()); const g = document.createElementNS("http://www.w3.org/2000/svg", "g"); g.innerHTML = rooms.join(""); $("svg.ring").append(...g.children); };
const change = async (...rooms) => {
  document.dispatchEvent(new CustomEvent("companion:before", { detail: { fresh: document } }));
  board(...rooms);
  document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} }));
  await go(20);
};
board(room("r1", ["ana", 0, 300], ["oil", 6, 380]), room("r2", ["oil", 1, 600]), room("r3"));
await change(room("r1", ["oil", 4, 380]), room("r2", ["ana", 0, 520], ["oil", 3, 600]), room("r3"));
is([$$(".tile.lit").map((one) => one.id), $$(".becomes").map(text).sort(), $$(".carried").length], [["r1", "r2"], ["1 → 3", "6 → 4"], 2]);
await arrive();
is($$(".carried").length, 0);
await go(1200);
is([$$(".tile.lit").length, $$(".becomes").length], [0, 0]);
await change(room("r1", ["oil", 4, 380]), room("r2", ["ana", 0, 520], ["oil", 3, 600]), room("r3"));
is([$$(".tile.lit").length, $$(".flying").length], [0, 0]);

/* The sand of a turn runs once, from where it was. */
$("#sheet").insertAdjacentHTML("beforeend", '<p class="sandglass" data-limit="60" data-gone="45"><svg><rect class="above"/><rect class="below"/></svg></p>');
document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} }));
document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} }));
const sand = bench.moves.filter(({ target }) => target.matches(".above, .below")).map(({ one }) => one);
is(sand.map((one) => [one.effect.getTiming().duration, Math.round(one.effect.getTiming().delay)]), [[60000, -45000], [60000, -45000]]);
await arrive();
is($(".sandglass").matches(".over"), true);

/* The end: one after the other shows what everybody was, large; a touch turns all at once. */
await next({ action: "end", cause: "la-cosa-caught", roles: { Ana: "human", Beto: "la-cosa", Dani: "infected", Eva: "human", Fede: "human", Carla: "human" } });
is([$("#table").matches(".unveiling"), $("#moment").hidden, take("heard").filter((one) => typeof one !== "string").length], [true, false, 0]);
await go(900 + 240);
is([text(".unveiled b") !== "", text(".unveiled p") !== "", take("heard")], [true, true, [110, 92.5]]);
await point("down", "#prompt");
is([$("#table").matches(".unveiling"), $("#moment").hidden, take("heard")], [false, true, [392, 493.9, 587.3, 784]]);
await go(30000);
is(take("heard"), []);
