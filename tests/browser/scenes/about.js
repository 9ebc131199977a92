/* What the browser says of itself, and the steps that were tried, kept on this device. */
const row = $("#row"), boxes = $$("#tried input");
const facts = `${screen.width}×${screen.height} @${devicePixelRatio}, ${navigator.maxTouchPoints} touches, https`;
is(text("#facts"), facts);
const { label, date, version } = row.dataset;
const line = (...ticked) => `| ${label} (${facts}) | ${navigator.userAgent} | ${date}, ${version} |${boxes.map((_, k) => (ticked.includes(k) ? " ✓ " : "   ")).join("|")}| |`;
is(row.value, line());
await put(boxes[1], true, ["change"]);
await put(boxes[3], true, ["change"]);
is([row.value, localStorage.getItem("companion-tried")], [line(1, 3), `${boxes[1].value},${boxes[3].value}`]);
boxes[1].checked = boxes[3].checked = false;
localStorage.setItem("companion-tried", boxes[2].value);
await again("about");
is([boxes.map((one) => one.checked).indexOf(true), row.value], [2, line(2)]);
row.focus();
is([row.selectionStart, row.selectionEnd], [0, row.value.length]);
