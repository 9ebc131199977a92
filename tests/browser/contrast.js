/* Every text that stands out too little from what it stands on (WCAG 2.2, 1.4.3). */
(given) => {
  const among = given ?? document.body; // nothing is given as null
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (css) => {
    if (known.has(css)) return known.get(css);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    known.set(css, [...canvas.getImageData(0, 0, 1, 1).data]);
    return known.get(css);
  };
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).getPropertyValue("--deep"));
  };
  const poor = [];
  for (const one of [among, ...among.querySelectorAll("*")]) {
    if (one.ownerSVGElement) continue;
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const style = getComputedStyle(one);
    const hidden = one.getBoundingClientRect().width < 2 || style.display === "none" || one.closest("[hidden], noscript");
    if (!says || hidden) continue;
    const [a, b] = [light(rgba(style.color)), light(ground(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    if (ratio < least) poor.push(`${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)} ${ratio}`);
  }
  return poor;
};
