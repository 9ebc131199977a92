/* What can be touched, in its own upright measure however the sheet is turned; what is cut; what lies over what. */
() => {
  const touchable =
    "main button, main a, main summary, main select, main .segment, " +
    "main input:not([type=radio], [type=checkbox], [type=hidden])";
  const found = [], cut = [], over = [];
  const what = (one) => `${one.tagName}.${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 24)}`;
  for (const one of document.querySelectorAll(touchable)) {
    const box = one.getBoundingClientRect();
    if (one.classList.contains("of-card")) continue; // a word of a sentence (WCAG 2.2, 2.5.8: inline)
    if (box.width < 2 || one.classList.contains("skip") || getComputedStyle(one).visibility === "hidden") continue;
    const seat = one.classList.contains("seat");
    const reach = seat && one.querySelector(".reach");
    const scale = seat && Math.hypot(reach.getScreenCTM().a, reach.getScreenCTM().b);
    found.push({
      what: what(one),
      width: seat ? reach.getBBox().width * scale : (one.offsetWidth ?? box.width),
      height: seat ? reach.getBBox().height * scale : (one.offsetHeight ?? box.height),
      seat,
      main: one.classList.contains("main") || (one.classList.contains("choice") && !!one.closest(".choices.few")),
    });
  }
  const sheet = document.getElementById("sheet");
  for (const one of sheet?.querySelectorAll("#prompt, .lead, .choice, .main, .detail, label, h2") ?? []) {
    if (one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0 && getComputedStyle(one).display !== "inline") cut.push(`cut: ${what(one)}`);
    let left = 0;
    for (let at = one; at && at !== sheet; at = at.offsetParent) left += at.offsetLeft;
    if (one.offsetWidth && (left < -1 || left + one.offsetWidth > sheet.clientWidth + 2)) cut.push(`beyond the sheet: ${what(one)}`);
  }
  const inside = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const ring = document.querySelector(".round .ring"), ask = document.getElementById("actor");
  for (const seat of ring?.querySelectorAll(".seat") ?? []) {
    const box = seat.querySelector(".plate").getBoundingClientRect();
    if (box.top < document.querySelector("header.bar").getBoundingClientRect().bottom - 1 && scrollY === 0) over.push(`under the bar: ${what(seat)}`);
    for (const other of [document.querySelector(".dock"), ask]) if (other && inside(box, other.getBoundingClientRect())) over.push(`${what(seat)} lies over ${other.id || other.className}`);
  }
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  return { found, cut, over, wide: document.documentElement.scrollWidth - innerWidth, body: size(document.body), prompt: size(document.querySelector("h1")) };
};
