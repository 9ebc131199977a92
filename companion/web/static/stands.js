/* What a page can do without at first comes once it stands: nothing of it holds up the first picture. */

export function onceItStands(work) {
  if (document.readyState === "complete") work();
  else addEventListener("load", () => work());
}
