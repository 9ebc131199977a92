/* The copy of the game here: renewed, kept, saved, shown as codes; and what it knows more than the computer. */
const game = here.game, key_of = `companion.record.${game}`, box = $("#keep");
const copy = () => JSON.parse(localStorage.getItem(key_of));
const rows = () => take("asked").filter((one) => one.includes("/record/rows"));
await until(() => localStorage.getItem(key_of));
await go(100);
is([rows(), copy().rows.length, text("#keep .keep-said"), seen("#keep")], [[`GET /games/${game}/record/rows`], 2, box.dataset.said.replace("#", 2), false]);
const { seal } = copy();
await say({ action: "discard", player: "Ana" });
says("open");
says("state", "", 3);
await go(0);
await until(() => copy().rows.length === 3);
is([rows(), copy().seal === seal, copy().at > 0], [[`GET /games/${game}/record/rows?after=2&seal=${seal}`], false, true]);
answers.push(["/record/rows", 503]);
await say({ action: "undo" });
says("state", "", 4);
await go(0);
is([rows().length, copy().rows.length], [1, 3]);
answers.pop();
await go(3000);
is([rows().length, copy().rows.length], [1, 4]);

/* What the computer does not have is asked for again after a while, not as fast as it answers. */
answers.push(["/record/rows", { json: { head: copy().head, after: 4, rows: [], seal: copy().seal } }]);
$("#table").dataset.newest = 5;
await go(100);
is(rows().length, 1);
await go(3000);
is(rows().length, 1);
answers.pop();
$("#table").dataset.newest = 4;
await go(3000);

/* Offered while the line is lost, unless it was put away. */
const live = $("#live");
live.className = "state since";
await go(0);
is(seen("#keep"), true);
await press("#keep .keep-close");
is(seen("#keep"), false);
live.className = "state lost";
live.className = "state since";
await go(0);
is(seen("#keep"), false);
live.className = "state on";
await go(0);
live.className = "state since";
await go(0);
is(seen("#keep"), true);
await press("#keep .keep-file");
is(take("went"), [`download ${game}-4.json blob`]);

/* Codes, one after the other, by hand and at rest. */
await press("#keep .keep-codes");
await until(() => $("#codes").open);
const total = Number(text(".codes-count").split(" / ")[1]), count = () => text(".codes-count"), play = $(".codes-play");
is([total > 1, count(), $("#codes svg").getAttribute("aria-label"), text(play)], [true, `1 / ${total}`, `1 / ${total}`, play.dataset.pause]);
await go(700);
is(count(), `2 / ${total}`);
await press(".codes-back");
await press(".codes-back");
is([count(), text(play)], [`${total} / ${total}`, play.dataset.play]);
await press(".codes-picture");
await press(".codes-next");
is(count(), `2 / ${total}`);
await go(2000);
is(count(), `2 / ${total}`);
await press(play);
await go(700);
is([count(), text(play)], [`${3 > total ? 1 : 3} / ${total}`, play.dataset.pause]);
await press(".codes-close");
is($("#codes").open, false);

/* A computer that came back with an older copy: what is known here is put by, and offered. */
live.className = "state on";
await go(0);
const mine = copy(), more = $("#more");
is(seen(more), false);
const older = mine.rows.slice(0, 2);
answers.push(["/record/rows", { json: { head: mine.head, after: 0, rows: older, seal: "old" } }]);
$("#table").dataset.newest = "2";
await go(0);
await until(() => seen(more));
const when = new Date(JSON.parse(mine.rows.at(-1))[0]).toLocaleString("es", { dateStyle: "short", timeStyle: "short" });
is([text(".more-said"), text(".more-take"), JSON.parse(localStorage.getItem(`companion.more.${game}`)).rows.length], [more.dataset.here.replace("#n", 4).replace("#t", when).replace("#m", 2), $(".more-take").dataset.take, 4]);
await press(".more-file");
is(take("went"), [`download ${game}-4.json blob`]);
answers.push(["POST /take-in/more", { json: { said: "no cabe" } }]);
take("asked");
await press(".more-take");
is([take("asked").map((one) => one.replace(/=.*/, "")), text(".more-fault"), seen(".more-fault")], [["POST /take-in/more game"], "no cabe", true]);
answers.at(-1)[1] = new Error("gone");
await press(".more-take");
is(text(".more-fault"), more.dataset.failed);
answers.at(-1)[1] = { json: { done: "/games/other" } };
await press(".more-take");
is(take("went"), ["push /games/other"]);
take("asked");
answers.at(-1)[1] = { json: { done: `/games/${game}` } };
answers.push([`GET /games/${game}`, async () => (await bench.page(location.pathname)).replace(/data-newest="\d+"/, 'data-newest="2"')]);
await press(".more-take");
is([text(".more-fault"), take("asked").includes(`GET /games/${game}`)], ["", true]);
more.hidden = false;
await press(".more-later");
is([seen(more), more.dataset.later], [false, "yes"]);
delete more.dataset.later;

/* A game that went another way; and one that has it all at last. */
answers.splice(0, 9, ["/record/rows", { json: { head: mine.head, after: 0, rows: [...older, '["x"]'], seal: "new" } }]);
$("#table").dataset.newest = "3";
await until(() => seen(more));
is([text(".more-said"), text(".more-take")], [more.dataset.parted.replace("#n", 4).replace("#t", when).replace("#m", 2), $(".more-take").dataset.apart]);
answers[0][1] = { json: { head: mine.head, after: 0, rows: mine.rows, seal: "all" } };
$("#table").dataset.newest = "4";
await until(() => !seen(more));
is([seen(more), localStorage.getItem(`companion.more.${game}`)], [false, null]);
/* Of three games at most a copy stays: the ones kept last. */
for (const [k, id] of ["a", "b", "c"].entries()) localStorage.setItem(`companion.record.${id}`, JSON.stringify({ head: "", rows: [], at: k }));
answers[0][1] = { json: { head: mine.head, after: 4, rows: ['["y"]'], seal: "z" } };
$("#table").dataset.newest = "5";
await until(() => copy().rows.length === 5);
is(["a", "b", "c"].filter((id) => localStorage.getItem(`companion.record.${id}`)), ["b", "c"]);
