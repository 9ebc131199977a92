/* What a person at the table finds wrong with a question: what is counted is in the list below, each with where it is. */
() => {
  const seen = (one) => one.offsetParent !== null && !one.closest("details:not([open])");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (one) => `${one.id || one.name} ${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}`;
  const small = (least) => ({ width, height }) => width < least - 0.5 || height < least - 0.5;
  const inHand = innerWidth <= 600 || innerHeight <= 500;
  const ring = document.querySelector("svg.ring"), box = ring?.getBoundingClientRect();
  const high = box ? Math.min(box.bottom, innerHeight) - Math.max(box.top, 0) : 0;
  const rooms = all(inHand ? "#rooms .room.can, #rooms .room.cannot" : ".ring .room.can, .ring .room.cannot");
  const ground = (one) => (one.querySelector(".ground") ?? one).getBoundingClientRect();
  const isBeside = (one) => one.matches(".by-map > *") && one.offsetWidth < 2;
  const pressed = new Set(all("[data-press]").filter((one) => one.getBoundingClientRect().width).map((one) => one.dataset.press));
  return {
    selects: all("#question select").filter(seen).map(named),
    preset: all("#question :is(input[type=radio], input[type=checkbox])").filter((one) => one.checked && seen(one)).map(named),
    small: [...rooms.filter((one) => small(inHand ? 44 : 64)(ground(one))), ...all("#question .choice").filter((one) => seen(one) && !isBeside(one) && small(inHand ? 44 : 64)(one.getBoundingClientRect()))].map(named),
    unseen: rooms.filter((one) => ground(one).bottom > innerHeight + 1 || ground(one).top < 0).map(named),
    lost: all("#question .by-map > .choice").filter((one) => isBeside(one) && !pressed.has(one.id)).map(named),
    board: inHand || !document.querySelector("#table.boarded") ? 1 : high / innerHeight,
    ring: !inHand && box ? `${Math.round(box.width)}x${Math.round(box.height)}` : "",
  };
}
