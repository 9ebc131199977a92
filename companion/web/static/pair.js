/* A code that came behind the # of an address: sent on by POST, and taken out of the address, so that it stays in no
   history and no log. Without scripts the same code can be typed at /join. */

const CODE = /^#(?:pair|seat|move)=([\w-]{20,40})$/;

async function take() {
  const found = CODE.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  try {
    const answer = await fetch("/join", { method: "POST", body: new URLSearchParams({ code: found[1] }) });
    location.replace(answer.ok ? answer.url : "/join?code=");
  } catch {
    location.replace("/join");
  }
}

addEventListener("hashchange", take);
take();
