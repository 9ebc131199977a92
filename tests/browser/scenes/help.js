/* Help over the table of whoever looks on: fetched once, searched by words, a card opened by its link. */
await go(10);
await until(() => $("link[href*='help.css']"));
is(take("asked").filter((one) => one.includes("/help")), [`GET /games/${here.game}/help`]);
await press("a[data-help]");
const box = $("#help-box"), parts = () => $$("#help-box [data-find]"), open = () => parts().filter((one) => one.open).map((one) => one.id);
is([box.open, box.getAttribute("aria-label"), seen("#help-box .find-here"), take("went"), open()], [true, text("#help-box h1"), true, [], []]);
const find = (words) => put("#find-here", words, ["input"]);
await find("LANZALLAMAS");
const found = parts().filter((one) => !one.hidden);
is([found.length > 1, found.length < parts().length, open(), seen("#help-box h2"), seen("#help-box .none-found")], [true, true, ["help-card-lanzallamas"], false, false]);
await find("analisis");
is(open(), ["help-card-analisis"]); // as it is written without accents
await find("carta lanzallamas");
is([parts().some((one) => !one.hidden), open()], [true, []]); // what holds both is shown, and read where its name does
await find("zzz lanzallamas");
is([parts().every((one) => one.hidden), seen("#help-box .none-found")], [true, true]);
await find("");
is([parts().some((one) => one.hidden || one.open), seen("#help-box .none-found"), seen("#help-box h2")], [false, false, true]);
await find("cuarentena");
await press("#help-box .close");
is(box.open, false);
document.body.insertAdjacentHTML("beforeend", '<a id="named" href="/games/x/rules#card-hacha">h</a>');
await press("#named", { ctrlKey: true });
is(box.open, false);
take("went");
await press("#named");
is([box.open, open(), $("#find-here").value, parts().some((one) => one.hidden), take("went")], [true, ["help-card-hacha"], "", false, []]);
is(take("asked"), []); // whatever is read, nothing tells of it
