/* The phone of a seat: it shakes at its turn; what it alone is told is seen only while a finger holds. */
$("html").dataset.sound = "on";
const move = (on) => { $("#seat-of").toggleAttribute("data-turn", on); document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} })); };
const was = $("#seat-of").hasAttribute("data-turn");
move(!was);
await go(0);
is([was, take("felt"), take("heard")], [true, [], []]);
move(false);
move(true);
move(true);
await go(0);
is([take("felt").length, take("heard")], [1, [659.3, 659.3]]);

says("open");
const note = { id: "n1", text: "Eres La Cosa" }, words = data("#seat-of");
says("private", JSON.stringify(note));
await until(() => $("#note-n1"));
says("private", JSON.stringify(note));
await go(0);
const told = () => text("#note-n1 .told"), hold = $("#note-n1 .hold");
is([$$(".private").length, text("#note-n1 h2"), told(), text(hold), text("#note-n1 .done"), take("felt"), document.activeElement === hold, $("#note-n1").getAttribute("role")], [1, words.arrived, "", words.hold, words.done, [80], true, "alertdialog"]);
for (const [on, off] of [["pointerdown", "pointerup"], ["pointerdown", "pointercancel"], ["pointerdown", "pointerleave"], ["pointerdown", "blur"]]) {
  hold.dispatchEvent(new Event(on));
  is(told(), note.text);
  hold.dispatchEvent(new Event(off));
  is(told(), "");
}
await key("Enter", {}, hold);
is(told(), note.text);
await key("Enter", {}, hold, "keyup");
is(told(), "");
await key("x", {}, hold);
is(told(), "");
hold.dispatchEvent(new Event("pointerdown"));
bench.hide(true);
is(told(), "");
bench.hide(false);
const menu = new Event("contextmenu", { cancelable: true });
hold.dispatchEvent(menu);
is(menu.defaultPrevented, true);
take("asked");
await press("#note-n1 .done");
is([$("#note-n1"), take("asked")], [null, [`POST /games/${here.game}/seat read=n1`]]);
