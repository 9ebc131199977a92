/* A name being typed stays under its finger while the table changes; and so does one that a refusal brought back. */
const home = `/games/${here.game}`, live = $("#live"), SHOW = { action: "show", player: "Dani", to: "Eva" };
let version = 50;
says("open");
const happens = async () => { await say(SHOW); says("state", "", (version += 1)); await go(0); };
const name = () => $("#question input[name='f.to']"), mine = name();
is(name().value, "Ana");
mine.focus();
await put(mine, "Anabel", ["input"]);
mine.setSelectionRange(3, 5);
await happens();
is([live.className, text(live), name() === mine, mine.value, document.activeElement === mine, mine.selectionStart, mine.selectionEnd], ["state kept", live.dataset.kept, true, "Anabel", true, 3, 5]);
await go(6100);
says("look");
await go(0);
is([name().value, document.activeElement === name()], ["Anabel", true]);
/* Refused: the page that comes back says it itself, and the next change does not wipe it. */
answers.push([`POST ${home}/act`, async () => {
  const page = new DOMParser().parseFromString(document.documentElement.outerHTML, "text/html"), ask = page.querySelector("#question");
  ask.dataset.filled = "";
  page.querySelector("[name='f.to']").setAttribute("value", "Beto");
  ask.insertAdjacentHTML("beforebegin", '<p id="notice" class="notice">No</p>');
  return { status: 422, body: page.documentElement.outerHTML };
}]);
$("#question button[name=said]").click();
await until(() => $("#notice"));
await go(0);
is([name().value, seen("#notice")], ["Beto", true]);
name().blur();
await happens();
is([name().value, live.className], ["Beto", "state kept"]);
/* What is typed while a refusal is on its way is newer than what it brings back. */
let let_come = null;
const [, refuses] = answers.at(-1);
answers.at(-1)[1] = async () => { const page = await refuses(); await new Promise((done) => (let_come = done)); return page; };
$("#question button[name=said]").click();
await until(() => let_come);
await go(5);
await put(name(), "Beti", ["input"]);
let_come();
await go(0);
is([name().value, "busy" in $("html").dataset], ["Beti", false]);
