/* What of the question asked now cannot be seen, touched or read as the screen stands, without scrolling. */
() => {
  /* The words of a choice that go on in the next line: no letter of a word stands alone. Longer ones than the longest
     word of a card (Determinación) may, in a language that has them. */
  const broken = (one) => {
    const shut = one.matches("details:not([open])") ? one.querySelector("summary") : one;
    const walk = document.createTreeWalker(shut, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
    while (walk.nextNode()) {
      if (getComputedStyle(walk.currentNode.parentElement).clipPath !== "none") continue; // spoken, not shown
      for (const word of walk.currentNode.data.matchAll(/[^\s-]+/g)) {
        if (word[0].length > 14) continue;
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
      }
    }
    return found;
  };
  const SEEN = "#sheet :is(.prompt, .choice, .main, .step-back, .segment, input:not([type=hidden]), select)";
  const hidden = [];
  for (const one of document.querySelectorAll(SEEN)) {
    if (one.closest("details.quiet") || !one.offsetParent || one.matches(".segment input")) continue;
    if (one.matches(".by-map > *") && one.offsetWidth < 2) continue; // touched on the board (board.js looks there)
    const box = one.getBoundingClientRect();
    const what = `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 24)}`;
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let up = one.parentElement; up; up = up.parentElement) {
      const how = getComputedStyle(up);
      if (up === document.documentElement || up === document.body || (how.overflowX === "visible" && how.overflowY === "visible")) continue;
      const clip = up.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, clip.left), Math.max(top, clip.top), Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    if (box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1) {
      hidden.push(`out of sight: ${what} (${[box.left, box.top, box.right, box.bottom].map(Math.round)})`);
      continue;
    }
    if (one.matches(".choice")) hidden.push(...broken(one).map((word) => `broken: ${word} in ${what}`));
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (at !== one && !one.contains(at)) hidden.push(`covered: ${what} by ${at?.tagName}.${at?.className?.baseVal ?? at?.className}`);
  }
  return hidden;
};
