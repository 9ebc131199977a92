/* Before anything is drawn: this browser runs scripts, and whether the screen lies on the table. Plain pages stand. */

{
  const root = document.documentElement;
  root.classList.add("js");
  const lies = matchMedia("(min-width: 601px) and (min-height: 501px) and (pointer: coarse)");
  const large = matchMedia("(min-width: 601px) and (min-height: 501px)");
  const decide = () => {
    const chosen = root.dataset.facing;
    root.classList.toggle("lying", chosen === "lying" ? large.matches : chosen !== "standing" && lies.matches);
  };
  decide();
  lies.addEventListener("change", decide);
  large.addEventListener("change", decide);
  new MutationObserver(decide).observe(root, { attributes: true, attributeFilter: ["data-facing"] });
}
