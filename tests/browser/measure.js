/* What can be touched on the page and how large it is, in its own upright measure however the sheet is turned; how large
   the type is; whether anything lies beside the screen. */
() => {
  const touchable =
    "main button, main a, main summary, main select, main .segment, " +
    "main input:not([type=radio], [type=checkbox], [type=hidden])";
  const found = [];
  for (const one of document.querySelectorAll(touchable)) {
    const box = one.getBoundingClientRect();
    if (one.classList.contains("of-card")) continue; // a word of a sentence (WCAG 2.2, 2.5.8: inline)
    if (one.closest("[inert]")) continue; // two tables to compare
    if (box.width < 2 || one.classList.contains("skip") || getComputedStyle(one).visibility === "hidden") continue;
    const named = one.className.baseVal ?? one.className;
    const seat = one.classList.contains("seat");
    const reach = seat && one.querySelector(".reach");
    const scale = reach && Math.hypot(reach.getScreenCTM().a, reach.getScreenCTM().b);
    found.push({
      what: `${one.tagName}.${named} ${one.textContent.trim().slice(0, 24)}`,
      width: reach ? reach.getBBox().width * scale : (one.offsetWidth ?? box.width),
      height: reach ? reach.getBBox().height * scale : (one.offsetHeight ?? box.height),
      seat,
      // At the end, in smallest type, what is next stands with everybody's role on one screen: 64 px do.
      main: one.matches(".main, .choices.few .choice") && !one.closest('[data-dense="4"] .sheet:has(.roles)'),
    });
  }
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  return {
    found,
    wide: document.documentElement.scrollWidth - innerWidth,
    body: size(document.body),
    prompt: size(document.querySelector("h1")),
  };
};
