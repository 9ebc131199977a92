/* What is chosen is shown at once, and the browser prints it. */
let printed = 0;
window.print = () => (printed += 1);
is([seen("#print"), $("#order"), bench.faults], [true, null, []]);
await press("#print");
is(printed, 1);
document.body.insertAdjacentHTML("beforeend", '<form id="order" action="/print"><input name="table" value="t"><input name="players" value="6"><input name="box" value="b"><p id="refresh">x</p></form>');
await again("sheet");
is(seen("#refresh"), false);
await put("[name=players]", "7", ["change"]);
is(take("went"), ["push /print?table=t&players=7&box=b"]);
await put("[name=box]", "c", ["change"]);
is(take("went"), ["push /print?box=c"]); // a table plays one box, with its own people
