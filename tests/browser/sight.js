/* What of the question asked now cannot be seen or touched as the screen stands, without scrolling. */
() => {
  const SEEN = "#sheet :is(.prompt, .choice, .main, .step-back, .segment, input:not([type=hidden]), select)";
  const hidden = [];
  for (const one of document.querySelectorAll(SEEN)) {
    if (one.closest("details.quiet") || !one.offsetParent || one.matches(".segment input")) continue;
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
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (at !== one && !one.contains(at)) hidden.push(`covered: ${what} by ${at?.tagName}.${at?.className?.baseVal ?? at?.className}`);
  }
  return hidden;
};
