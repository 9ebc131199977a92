/* The ring spun by a plate; touches that nobody meant. */
const svg = $("svg.ring"), home = `/games/${here.game}`;
svg.setPointerCapture = () => {};
const where = (k) => $(`#seat-${k} > g`).getAttribute("transform");
const middle = (k) => { const box = $(`#seat-${k} .plate`).getBoundingClientRect(); return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }; };
const move = (kind, at) => point(kind, svg, [0, 0], at);
const six = [0, 1, 2, 3, 4, 5], before = six.map(where), to = middle(1);
const near = (a, b) => { const [[x, y], [u, v]] = [a, b].map((one) => one.match(/[-\d.]+/g).map(Number)); return Math.hypot(x - u, y - v) < 40; }; // places lie some 400 apart
const first = middle(0);
await point("down", "#seat-0 .plate", [0, 0]);
await move("move", { clientX: first.clientX - 10, clientY: first.clientY });
is(svg.matches(".spinning"), false);
await move("move", to);
await go(16);
is([svg.matches(".spinning"), six.map((k) => near(where(k), before[(k + 1) % 6]))], [true, six.map(() => true)]);
is(near($("#seat-0 .turned").getAttribute("transform") + " 0", "71.2 0"), true);
take("asked");
answers.push(["POST /device", 303]);
await move("up", to);
is([take("asked").filter((one) => !/record/.test(one)), svg.matches(".spinning")], [["POST /device spin=18480", `GET ${home}`], false]);
await point("down", "#seat-0 .plate", [0, 0]);
await move("move", middle(5)); // the other way round
await go(16);
is(six.map((k) => near(where(k), before[(k + 5) % 6])), six.map(() => true));
await move("up", middle(5));
is(take("asked").filter((one) => one.startsWith("POST")), ["POST /device spin=92400"]); // never below nothing
const drag = new Event("dragstart", { bubbles: true, cancelable: true });
$("#seat-0").dispatchEvent(drag);
is(drag.defaultPrevented, true);

/* Whether a tap is taken as meant. */
let heard = 0;
$("#prompt").addEventListener("click", () => (heard += 1));
const tap = async ({ rest = 50, far = [0, 0], wide = 20, at = [0, 0] } = {}) => {
  const was = heard;
  await point("down", "#prompt", at, { width: wide, height: 20 });
  if (far[0]) await point("move", "#prompt", far);
  await go(rest);
  await point("click", "#prompt", at).catch(() => {});
  $("#prompt").dispatchEvent(new PointerEvent("click", { pointerId: 7, bubbles: true, cancelable: true }));
  return heard - was;
};
const shown = (mine) => document.dispatchEvent(new CustomEvent("companion:shown", { detail: { mine } }));
await go(1000);
is(await tap(), 1);
await go(1000);
is([await tap({ rest: 1190 }), await tap({ rest: 1210 })], [1, 0]);
await go(1000);
is([await tap({ far: [13, 0] }), await tap({ far: [15, 0] })], [1, 0]);
await go(1000);
is([await tap({ wide: 69 }), await tap({ wide: 71 })], [1, 0]);
await go(1000);
shown(false);
await go(200);
is(await tap(), 0);
shown(false);
await go(320);
is(await tap(), 1);
await go(1000);
is(await tap(), 1);
shown(true);
is(await tap(), 0); // the second of a double tap finds the next question under it
await go(1000);
is(await tap(), 1);
shown(true);
is(await tap({ at: [40, 0] }), 1);
await go(1000);
await tap();
shown(true);
await go(260);
is(await tap(), 1);

/* The pile shows the back that is known to lie on it. */
says("open");
const stroke = async (back, n) => {
  await say({ action: "next", back });
  says("state", "", n);
  await go(0);
  const probe = document.body.appendChild(Object.assign(document.createElement("i"), { style: `color: var(--${back === "panic" ? "panic" : "action"})` }));
  return [getComputedStyle($("#pile-draw rect")).stroke === getComputedStyle(probe).color, getComputedStyle(probe).color];
};
const [away, panic] = [await stroke("away", 90), await stroke("panic", 91)];
is([away[0], panic[0], away[1] === panic[1]], [true, true, false]);
