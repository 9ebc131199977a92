/* A list of more than a few, touched: a grid over the table that says what the list would. */
const list = (id, n) => `<label for="${id}">Cuántas</label><select id="${id}">${[...Array(n).keys()].map((k) => `<option value="${k}"${k === 2 ? " selected" : ""}>${k ? `n${k}` : ""}</option>`).join("")}</select>`;
$("#sheet").insertAdjacentHTML("beforeend", `<div>${list("many", 6)}</div><div>${list("few", 4)}</div>`);
$("#actor").dataset.turned = "1";
let changes = [];
for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => changes.push(`${kind} ${target.id} ${target.value}`));
const down = async (id, more = {}) => {
  const event = new MouseEvent("mousedown", { bubbles: true, cancelable: true, ...more });
  $(id).dispatchEvent(event);
  await bench.settle();
  return event.defaultPrevented;
};
is([await down("#few"), await down("#many", { button: 2 }), $("#over")], [false, false, null]);
is([await down("#many"), $("#over").open, $("#over").dataset.turned, text("#over h2")], [true, true, "1", "Cuántas"]);
is($$("#over .choice").map((one) => [one.textContent, one.value, one.getAttribute("aria-pressed"), one === document.activeElement].join()), ["—,0,false,false", "n1,1,false,false", "n2,2,true,true", "n3,3,false,false", "n4,4,false,false", "n5,5,false,false"]);
await press($$("#over .choice")[4]);
is([$("#over").open, $("#many").value, changes.splice(0)], [false, "4", ["input many 4", "change many 4"]]);
await down("#many");
await press($$("#over .choice")[4]);
is(changes, []);
const touch = async (kind, [x, y]) => {
  const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { changedTouches: [{ clientX: x, clientY: y }] });
  $("#many").dispatchEvent(event);
  await bench.settle();
  return event.defaultPrevented;
};
await touch("touchstart", [10, 10]);
is([await touch("touchend", [30, 10]), $("#over").open], [false, false]);
await touch("touchstart", [10, 10]);
is([await touch("touchend", [14, 12]), $("#over").open], [true, true]);
