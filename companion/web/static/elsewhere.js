/* A club has several hosts. While this one answers, the page hears where the others are and is given what lets this device
   go on there, once, as what it is; when it answers no more, the page goes to one that does. */

const RENEW = 30 * 60000; // ms after which what was given is asked for anew
const LOOK = 500;
const WITHIN = 1500; // ms in which a host has to answer
const TRIES = 2; // times this host does not answer

const game = () => document.getElementById("table")?.dataset.game;
const KEY = "companion.elsewhere";
let failed = 0;
let looking = false;

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY));
    return found?.game === game() ? found : null;
  } catch {
    return null;
  }
}

async function renew() {
  const known = kept();
  if (!game() || document.hidden || (known?.hosts.length && Date.now() - known.at < RENEW)) return;
  try {
    const answer = await fetch(`/games/${game()}/elsewhere`, { method: "POST", signal: AbortSignal.timeout(4000) });
    if (answer.ok) sessionStorage.setItem(KEY, JSON.stringify({ ...(await answer.json()), game: game(), at: Date.now() }));
  } catch {
    // asked again
  }
}

const answers = async (where) => {
  try {
    return (await fetch(where, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(WITHIN) })).ok;
  } catch {
    return false;
  }
};

/** Whether the line has just been lost: a host that does not answer either is not waited for. */
const isLost = () => /\b(?:lost|since|unsent|held)\b/.test(document.getElementById("live")?.className ?? "");

async function look() {
  if (looking || document.hidden || !isLost()) return;
  looking = true;
  try {
    failed = (await answers("/api/health")) ? 0 : failed + 1;
    const known = failed >= TRIES ? kept() : null;
    for (const host of known?.hosts ?? []) {
      if (!(await answers(`${host}/api/ready`))) continue;
      sessionStorage.removeItem(KEY);
      location.replace(`${host}/games/${game()}${known.token ? `#move=${known.token}` : ""}`);
      return;
    }
  } finally {
    looking = false;
  }
}

if (game()) {
  renew();
  setInterval(renew, 20000);
  setInterval(look, LOOK);
}
