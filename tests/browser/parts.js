/* What the style sheets make of every kind of part on a page, a line for each look, and what they would make of it in the states
   that they know and that a script or a finger brings about. `met`: selectors that found something on a page before;
   `isSmall`: only what is otherwise in a window of this size. */
(met, isSmall) => {
  for (const one of document.getAnimations()) one.cancel();
  document.activeElement?.blur();
  /* Rules that hold in this window; what a finger does to a part stands as an attribute, so that it can be put there. */
  const FINGER = /:(hover|active|focus-visible|focus-within|focus|checked|disabled|invalid|indeterminate)(?![\w-])/g;
  const isOn = (media) => !media.length || matchMedia(media.mediaText).matches;
  const flat = (group, ofSize = false) => [...group.cssRules].flatMap((rule) => {
    if (rule instanceof CSSKeyframesRule || (rule.media && !isOn(rule.media))) return [];
    if (rule.selectorText) return ofSize || !isSmall ? [rule] : [];
    return rule.cssRules ? flat(rule, ofSize || /width|height|orientation/.test(rule.conditionText)) : [];
  });
  const rules = [...document.styleSheets].filter(({ media }) => isOn(media)).flatMap((sheet) => flat(sheet));
  for (const rule of rules) if (rule.selectorText.search(FINGER) >= 0) rule.selectorText = rule.selectorText.replace(FINGER, "[data-is-$1]");
  const apart = (list) => {
    const parts = [""];
    let depth = 0;
    for (const letter of list) {
      depth += "([".includes(letter) - ")]".includes(letter);
      if (letter === "," && !depth) parts.push("");
      else parts[parts.length - 1] += letter;
    }
    return parts.map((one) => one.trim());
  };
  const DRAWN = /::(before|after|placeholder|marker|backdrop|file-selector-button|-webkit-[\w-]+|-moz-[\w-]+|view-transition.*)$/;
  const selectors = rules.flatMap(({ selectorText, style }) => apart(selectorText).map((text) => {
    const drawn = text.match(DRAWN)?.[0] ?? "", of = text.slice(0, text.length - drawn.length);
    return { text, drawn, of: /(^|[\s>+~])$/.test(of) ? `${of}*` : of, names: [...style].filter((name) => !name.startsWith("--") && name !== "box-sizing") };
  }));
  const known = new Map();
  const find = (selector) => {
    if (known.has(selector)) return known.get(selector);
    let found = [];
    try {
      found = [...document.querySelectorAll(selector)].filter((one) => !one.closest("head, template, defs, script, noscript"));
    } catch {
      // of another browser
    }
    known.set(selector, found);
    return found;
  };

  /* Values as people write them: colours by their names, sides together, and nothing of what a shorthand sets besides. */
  const root = getComputedStyle(document.documentElement), colours = new Map();
  const brush = document.createElement("canvas").getContext("2d");
  for (const name of [...document.documentElement.computedStyleMap().keys()].filter((one) => one.startsWith("--")).sort()) {
    brush.fillStyle = "#010203";
    brush.fillStyle = root.getPropertyValue(name) || "none";
    if (brush.fillStyle !== "#010203" && !colours.has(brush.fillStyle)) colours.set(brush.fillStyle, name.slice(2));
  }
  const hex = (_, r, g, b, a) => {
    const colour = `#${[r, g, b].map((n) => Number(n).toString(16).padStart(2, "0")).join("")}`;
    return a === "0" ? "clear" : (colours.get(colour) ?? colour) + (a ? `/${a}` : "");
  };
  const plain = (value) => value.replace(/rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/g, hex).replace(/"([\w ]+)", [^;]*sans-serif/, "$1")
    .replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(number * 10) / 10)).replace(/\b(\d+)px/g, "$1").replaceAll(location.origin, "");
  const SIDES = ["top", "right", "bottom", "left"], CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"];
  const TOGETHER = {
    margin: SIDES.map((side) => `margin-${side}`), padding: SIDES.map((side) => `padding-${side}`), inset: SIDES, overflow: ["overflow-x", "overflow-y"],
    "border-style": SIDES.map((side) => `border-${side}-style`), "border-color": SIDES.map((side) => `border-${side}-color`), border: SIDES.map((side) => `border-${side}-width`),
    radius: CORNERS.map((corner) => `border-${corner}-radius`), gap: ["row-gap", "column-gap"], flex: ["flex-grow", "flex-shrink", "flex-basis"],
    row: ["grid-row-start", "grid-row-end"], column: ["grid-column-start", "grid-column-end"], outline: ["outline-width", "outline-style", "outline-color"],
    overscroll: ["overscroll-behavior-x", "overscroll-behavior-y"], "scroll-padding": SIDES.map((side) => `scroll-padding-${side}`),
    transition: ["property", "duration", "timing-function"].map((one) => `transition-${one}`), list: ["type", "position", "image"].map((one) => `list-style-${one}`),
  };
  const USUAL = new Set([
    "background-image none", "background-position-x 0%", "background-position-y 0%", "background-repeat repeat", "background-size auto", "background-origin padding-box",
    "background-clip border-box", "background-attachment scroll", "transition-delay 0s", "transition-behavior normal", "text-decoration-style solid",
    "text-decoration-thickness auto", "font-style normal", "white-space-collapse collapse", "text-emphasis-style none",
  ]);
  const NEVER_SAID = /^(font-(variant|kerning|optical|feature|variation|size-adjust|language|stretch|width|palette|synthesis)|border-image|mask-(?!image)|text-underline-offset|animation-(?!name|duration|iteration|timing|fill|delay)|text-decoration-color)/;
  const look = (one, drawn, names) => {
    const style = drawn ? getComputedStyle(one, drawn) : one.computedStyleMap(), told = [];
    const all = new Map([...names].map((name) => [name, plain(drawn ? style.getPropertyValue(name) : style.getAll(name).join(", "))]));
    for (const [name, ends] of Object.entries(TOGETHER)) {
      if (!ends.every((end) => all.has(end))) continue;
      const values = ends.map((end) => all.get(end)), isOne = values.every((value) => value === values[0]);
      for (const end of ends) all.delete(end);
      const isNone = name === "border-style" && isOne && values[0] === "none";
      if (isNone && ends.every((end) => names.has(end.replace("style", "color")))) {
        for (const end of ends) for (const of of ["color", "width"]) all.delete(end.replace("style", of));
        told.push("border none");
      } else told.push(`${name} ${isOne ? values[0] : values.join(" ")}`);
    }
    for (const [name, value] of all) if (!USUAL.has(`${name} ${value}`) && !NEVER_SAID.test(name)) told.push(`${name} ${value}`);
    return told.sort().join("; ");
  };
  const own = (one) => `${/\d|^(name|game)-/.test(one.id) || !one.id ? "" : `#${one.id}`}${[...one.classList].map((name) => `.${name}`).join("")}`;
  const kind = (one) => `${own(one) || !one.parentElement?.closest("[class]") ? "" : `.${one.parentElement.closest("[class]").classList[0]} `}${one.localName}${own(one)}`;

  const said = new Map(), unmet = [], looks = new Map();
  const tell = (kinds, look) => look && (looks.get(look) ?? looks.set(look, new Set()).get(look)).add(kinds);
  for (const one of selectors) {
    const parts = find(one.of);
    if (parts.length) met.push(one.text);
    else if (!met.includes(one.text)) unmet.push(one);
    for (const part of parts) {
      const names = said.get(part) ?? said.set(part, {}).get(part);
      for (const name of one.names) (names[one.drawn] ??= new Set()).add(name);
    }
  }
  for (const part of find("*")) for (const [drawn, names] of Object.entries(said.get(part) ?? {})) tell(`${kind(part)}${drawn}`, look(part, drawn, names));

  /* A state: one or two classes or attributes without which a selector finds something. */
  const TOKEN = /\.[\w-]+|\[[\w-]+(?:[~|^$*]?="?[^\]"]*"?)?\]/g, INNER = /:[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
  const within = ({ of, drawn, text, names }) => {
    const steps = of.split(/(\s*[>+~]\s*|\s+)(?![^([]*[)\]])/);
    const tokens = steps.flatMap((step, at) => [...(at % 2 ? "" : step.replace(INNER, (inner) => " ".repeat(inner.length))).matchAll(TOKEN)].map(({ 0: token, index }) => ({ at, token, index })));
    for (const set of [...tokens.map((one) => [one]), ...tokens.flatMap((one, k) => tokens.slice(k + 1).map((other) => [one, other]))]) {
      const less = (step, at) => set.filter((one) => one.at === at).reduceRight((all, { token, index }) => all.slice(0, index) + all.slice(index + token.length), step);
      const bare = steps.map((step, at) => (at % 2 ? step : less(step, at) || "*"));
      for (const part of find(bare.join("")).slice(0, 3)) {
        const bearers = set.map(({ at }) => find(bare.slice(0, at + 1).join("")).findLast((one) => one.contains(part) || one.parentElement?.contains(part)));
        if (bearers.includes(undefined)) continue;
        const states = set.map(({ token }, k) => ({ token, bearer: bearers[k], name: token.match(/^\[([\w-]+)/)?.[1], value: token.match(/="?([^\]"]*)/)?.[1] ?? "" }));
        const before = states.map(({ bearer, name }) => bearer.getAttribute(name ?? "class"));
        for (const { token, bearer, name, value } of states) if (name) bearer.setAttribute(name, value); else bearer.classList.add(token.slice(1));
        const is = part.matches(of) && look(part, drawn, new Set(names));
        states.forEach(({ bearer, name = "class" }, k) => (before[k] === null ? bearer.removeAttribute(name) : bearer.setAttribute(name, before[k])));
        if (is === false) continue;
        met.push(text);
        const when = states.map(({ token, bearer }) => `${bearer === part ? "" : kind(bearer)}${token.replace(/\[data-is-(.*)\]/, ":$1")}`).join(" and ");
        tell(`${kind(part)}${drawn} when ${when}`, is);
        return;
      }
    }
  };
  unmet.forEach(within);
  const sizes = [...document.documentElement.computedStyleMap()].filter(([name]) => name.startsWith("--")).map(([name, value]) => `${name} ${value}`);
  return { names: sizes.sort().join("; "), looks: [...looks].map(([look, kinds]) => [[...kinds], look]), met: [...new Set(met)] };
};
