/* A code that came behind the # of an address: sent on by POST, and taken out of the address, so that it stays in no
   history and no log. Without scripts the same code can be typed at /join. */

const CODE = /^#(?:pair|seat|move)=([\w-]{20,40})$/;

async function take() {
  const found = CODE.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const answer = await fetch("/join", { method: "POST", body: new URLSearchParams({ code: found[1] }), signal: AbortSignal.timeout(15000) });
    if (answer.ok && answer.redirected) location.replace(answer.url);
    else tell(await answer.text()); // why not, or which seat
  } catch {
    const state = document.getElementById("live");
    if (!state) return;
    state.hidden = false;
    state.className = "state unsent";
    state.textContent = state.dataset.unsent;
  }
}

/** What the page that answered says: which seat to pick, or why the code is not taken and where to type another. */
function tell(html) {
  const said = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const here = document.getElementById("main");
  if (!said || !here) return location.replace("/join");
  here.replaceChildren(...document.importNode(said, true).childNodes);
  here.scrollIntoView({ block: "start" });
}

addEventListener("hashchange", take);
take();
