/* Another host of the club: known while this one answers, gone to when it answers no more. */
document.body.innerHTML = '<p id="live" class="state on"></p><div id="table" data-game="g1"></div>';
const live = $("#live"), game = "g1", asked = () => take("asked", true);
let known = { hosts: ["http://b.test", "http://c.test"], token: "t1" };
answers.push(["POST /games", () => ({ json: known })], ["/api/health", new Error("gone")], ["http://b.test", 503], ["http://c.test", 200]);
await again("elsewhere");
is(asked(), [`POST /games/${game}/elsewhere`]);
await go(20000);
is(asked(), []); // it is known for half an hour
bench.pass(1770000);
await go(20000);
is(asked(), [`POST /games/${game}/elsewhere`]);
bench.went.length = 0;
live.className = "state lost";
bench.hide(true);
await go(2000);
is(asked(), []);
bench.isHidden = false;
await go(1000);
is([asked(), take("went")], [["GET /api/health", "GET /api/health", "GET http://b.test/api/ready", "GET http://c.test/api/ready"], [`replace http://c.test/games/${game}#move=t1`]]);
is(sessionStorage.getItem("companion.elsewhere"), null);

/* Without a line lost nothing is looked for; what another game was told does not count. */
live.className = "state on";
sessionStorage.setItem("companion.elsewhere", JSON.stringify({ ...known, game: "other", at: Date.now() }));
await go(1500);
is(asked(), []);
live.className = "state since";
known = { hosts: [] };
await go(3000);
is(take("went"), []);
