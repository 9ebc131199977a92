/* What can be touched on the page and how large it is; how large the type is; whether anything lies beside the screen. */
() => {
  const touchable =
    "main button, main a, main summary, main select, main .segment, " +
    "main input:not([type=radio], [type=checkbox], [type=hidden])";
  const found = [];
  for (const one of document.querySelectorAll(touchable)) {
    const box = one.getBoundingClientRect();
    if (one.classList.contains("of-card")) continue; // a word of a sentence (WCAG 2.2, 2.5.8: inline)
    if (box.width < 2 || one.classList.contains("skip") || getComputedStyle(one).visibility === "hidden") continue;
    const named = one.className.baseVal ?? one.className;
    found.push({
      what: `${one.tagName}.${named} ${one.textContent.trim().slice(0, 24)}`,
      width: box.width,
      height: box.height,
      seat: one.classList.contains("seat"),
      main: one.classList.contains("main") || (one.classList.contains("choice") && !!one.closest(".choices.few")),
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
