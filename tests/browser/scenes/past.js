/* The time line: places fetched and drawn as they are passed, the film of them, the log beside it. */
const at = () => [Number($("#frame").dataset.number), $("#scrub").value, text("#place"), location.pathname];
const last = Number($("#scrub").max), base = `/games/${here.game}/at/`;
const moments = [];
document.addEventListener("moment", ({ detail }) => moments.push(detail));
const place = (n) => [n, String(n), `${n} / ${last}`, `${base}${n}`];
await go(0);
is([at(), $("#timeline").matches(".live"), seen("#player"), last], [place(2), true, true, 6]);
is($$("#whole-log [aria-current]").map((one) => one.id), ["line-2"]);
take("asked");
await press("#later");
is([at(), take("asked"), moments.splice(0), text("#aloud") !== "", take("went")], [place(3), [`GET ${base}3?part`], [3], true, []]);
is($$("#whole-log [aria-current]").map((one) => one.id), ["line-3"]);
is([$("#earlier").getAttribute("href"), $("#later").getAttribute("href")], [`${base}2`, `${base}4`]);
await press("#earlier");
await press("#earlier");
await press("#later");
is([at(), take("asked")], [place(2), [`GET ${base}2?part`, `GET ${base}1?part`]]); // what was fetched once is kept
await press("#later", { ctrlKey: true });
is(at(), place(2));
take("went");
await put("#scrub", last, ["input"]);
is([at(), $("#later").getAttribute("href")], [place(last), `${base}${last}`]);
await press(`#whole-log a[href$="/at/4"]`);
is([at(), take("went")], [place(4), []]);
$("#goto").click();
await go(0);
is(take("went"), []);

/* What cannot be fetched is said, and asked again the next time. */
answers.push([`GET ${base}5`, 503]);
await press("#later");
is(["lost" in $("#timeline").dataset, $("#frame").dataset.number], [true, "4"]);
answers.pop();
await press("#earlier");
await press("#later");
is([at(), "lost" in $("#timeline").dataset], [place(5), false]);

/* The film: from the start where it is at its end, at its speed, past what was taken back. */
await put("#scrub", last, ["input"]);
await press("#play");
is([at()[0], text("#play"), $("#play").getAttribute("aria-pressed")], [Number($("#scrub").min), $("#play").dataset.pause, "true"]);
const first = at()[0];
await go(310);
is(at()[0], first + 1);
await go(1900);
is(at()[0], first + 1);
await put("[name=speed][value='500']", true, ["change"]);
await go(150);
is(at()[0], first + 2);
await press("#play");
is([text("#play"), $("#play").getAttribute("aria-pressed")], [$("#play").dataset.play, "false"]);
await go(3000);
is(at()[0], first + 2);
await press("#play");
await go(320);
is(at()[0] > first + 2, true);
await point("down", "#scrub");
await go(3000);
is([at()[0], text("#play")], [first + 3, $("#play").dataset.play]);
await press("#play");
await go(5000);
is([at()[0], text("#play")], [last, $("#play").dataset.play]);

/* What has been taken back is no scene; a choice of a form that asks again asks at once. */
$("#timeline").dataset.passed = "3 4";
document.body.insertAdjacentHTML("beforeend", '<form data-again action="/x"><input type="checkbox" name="keep" value="7"><button name="b" value="1">no</button><button data-again>yes</button></form>');
await put("#scrub", 2, ["input"]);
await again("past");
await put("form[data-again] input", true, ["change"]);
is(take("went"), ["push /x?keep=7"]);
