/* What a style sheet can take from a page: that what is hidden is hidden and all else is seen, large enough to be read and
   to be touched, within the window and not covered; and that every state that the style sheets know can be read. */
(contrast) => {
  const faults = [];
  const named = (one) => `${one.tagName}.${one.getAttribute("class") ?? ""}#${one.id} ${(one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 24)}`;
  const inHand = innerWidth <= 600 || innerHeight <= 500;
  const away = "[hidden], details:not([open]) > :not(summary), dialog:not([open]), noscript, template, .skip, [aria-hidden=true], .by-map > *, option, datalist, script, style, [inert], #moment";
  const NARROW = ".home span, .reader .next, .by-hand *, .wide-only, .wide-only *, nav .aside"; // a phone has no room for these
  const ELSEWHERE = ".by-map *, .plain, .plain-only, .lenses *, .insecure, .segment input, .file input, .tools button, .watch *"; // or something else in their place
  const NEVER = new Set([".main", ".refused"]); // of a choice, together with what else some choices are
  const speaks = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    if (one.matches("[hidden]") && (box.width || box.height)) faults.push(`hidden and seen: ${named(one)}`);
    if (one.closest(away) || one.ownerSVGElement || !(speaks(one) || one.matches("input:not([type=hidden]), select, textarea, svg.glyph, img"))) continue;
    if (one.matches(inHand ? `${NARROW}, ${ELSEWHERE}` : `#rooms *, .strip *, ${ELSEWHERE}`)) continue;
    const isSeen = box.width > 1 && box.height > 1 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && Number(style.opacity) > 0.4;
    if (!isSeen) faults.push(`not seen: ${named(one)}`);
    else if (speaks(one) && parseFloat(style.fontSize) < 13) faults.push(`letters of ${style.fontSize}: ${named(one)}`);
    else if (box.right > innerWidth + 1 || box.left < -1) { if (!one.closest("[data-turned], .tabs, .dock, table")) faults.push(`beside the window: ${named(one)} ${box.left} ${box.right}`); }
    else if (one.matches("button, a, select, summary, input") && box.top >= 0 && box.bottom <= innerHeight) {
      const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (at && at !== one && !one.contains(at) && !at.contains(one) && !at.closest("label")?.contains(one)) faults.push(`covered: ${named(one)} by ${named(at)}`);
    }
  }
  faults.push(...contrast());
  for (const mark of document.querySelectorAll("g.mark")) { // five and more are a number, whatever there is now
    const text = mark.querySelector("text") ?? mark.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "text"));
    if (getComputedStyle(text).fill === getComputedStyle(mark.querySelector("rect, circle, path, use")).fill) faults.push(`a number as its mark: ${named(mark)}`);
  }
  /* Each state: a class or an attribute of a selector that something on the page would match but for it. */
  const states = new Map(), sheets = [...document.styleSheets].flatMap(function flat(sheet) { return [...sheet.cssRules].flatMap((rule) => (rule.cssRules?.length && (!rule.media || matchMedia(rule.media.mediaText).matches) ? flat(rule) : rule.selectorText ?? [])); });
  for (const selector of sheets.flatMap((text) => text.split(/,(?![^(]*\))/)))
    for (const [token] of selector.matchAll(/\.[\w-]+|\[(?:aria|data)-[\w-]+(?:="?[\w-]+"?)?\]/g)) NEVER.has(token) || states.set(`${selector.replace(/::?[a-z-]+(\([^)]*\))?/g, "").trim()}\n${token}`, token);
  const tried = new Set();
  for (const [state, token] of states) {
    const [selector] = state.split("\n"), [part, rest] = [selector.slice(0, selector.indexOf(token)), selector.slice(selector.indexOf(token) + token.length)];
    const bare = `${part}${rest.match(/^[^\s>+~]*/)[0]}`; // what would be of that state
    if (!bare || /[\s>+~]$/.test(bare) || tried.has(bare + token)) continue;
    tried.add(bare + token);
    let found = null;
    try {
      found = document.querySelector(selector) ? null : document.querySelector(bare);
    } catch {
      continue; // nothing stands there but for the state
    }
    if (!found || found.closest(away) || !found.getBoundingClientRect().width || found.getElementsByTagName("*").length > 80) continue;
    const [, name, value = ""] = token.match(/\[([\w-]+)(?:="?([\w-]+)"?)?\]/) ?? [], was = name && found.getAttribute(name);
    if (name) found.setAttribute(name, value);
    else found.classList.add(token.slice(1));
    for (const fault of contrast(found)) faults.push(`${token}: ${fault}`);
    if (!name) found.classList.remove(token.slice(1));
    else if (was === null) found.removeAttribute(name);
    else found.setAttribute(name, was);
  }
  return [...new Set(faults)];
}
