/* What is cut on the sheet of the question, and what lies over what round the table. */
() => {
  const cut = [], over = [];
  const what = (one) => `${one.tagName}.${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 24)}`;
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
  return [...cut, ...over];
};
