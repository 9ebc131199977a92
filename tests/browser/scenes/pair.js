/* A code behind the # of an address: sent on, taken out of the address, and led on or told why not. */
const code = "x".repeat(22);
answers.push(["POST /join", { redirected: true, url: `${location.origin}/games/g` }]);
const opens = async (hash) => {
  const came = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  location.hash = hash;
  await came;
  await go(0);
  return take("asked").filter((one) => one.startsWith("POST"));
};
is([await opens("#pair=short"), location.hash], [[], "#pair=short"]);
for (const kind of ["pair", "seat", "move"]) is([await opens(`#${kind}=${code}`), location.hash, location.pathname + location.search, take("went")], [[`POST /join code=${code}`], "", "/join?from=x", ["replace /games/g"]]);
is([await opens(`#other=${code}`), location.hash], [[], `#other=${code}`]);
/* Who must choose a seat, or whose code is too old, reads it here. */
answers[0][1] = { status: 400, body: "<main id=main><p>Elige</p><p>tu sitio</p></main>" };
await opens(`#seat=${code}`);
is([text("#main"), take("went")], ["Eligetu sitio", []]);
answers[0][1] = { body: "nothing of ours" };
await opens(`#seat=${code}`);
is(take("went"), ["replace /join"]);
/* Nobody answers: the line says it where there is one. */
const live = $("#live"), { unsent } = live.dataset;
answers[0][1] = new Error("gone");
live.hidden = true;
await opens(`#seat=${code}`);
is([text(live), live.hidden, live.className, take("went")], [unsent, false, "state unsent", []]);
live.remove();
await opens(`#seat=${code}`);
is(take("went"), []);
