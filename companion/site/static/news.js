/* Something newer of this site: said with what changes in it, and put in its place when somebody says so, between games. */

import { language, said } from "./language.js";

const bar = document.getElementById("news");
const [put, seen] = [document.getElementById("news-put"), document.getElementById("news-seen")];

/** What a service worker, of this version or of the next, says of itself; null from one that knows nothing of it. */
export function ask(worker, kind) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    setTimeout(done, 5000, null);
    worker.postMessage({ kind }, [port2]);
  });
}

const show = (key, { version, says }, actions) =>
  tell(`${said(`news.${key}`).replace("{version}", version)} ${says[language()] ?? says.es}`, actions);

/** Shows a sentence in the bar below the page, with one button or two. */
export function tell(text, actions) {
  bar.querySelector("p").textContent = text;
  for (const [button, [label, action]] of [[put, actions.put ?? []], [seen, actions.seen]]) {
    button.hidden = !label;
    button.textContent = label ?? "";
    button.onclick = action;
  }
  bar.hidden = false;
}

/** Tells what has changed since this browser last looked, and offers what waits. `isPlaying`: whether a game is shown here;
    then nothing is said. `last`: where the site remembered last is kept. The answer is to be called at every page. */
export function news(registration, isPlaying, last) {
  let refused = null; // what somebody put off
  let told = false;

  async function offer() {
    bar.hidden = true;
    if (isPlaying()) return;
    const waiting = registration.waiting;
    if (waiting && waiting !== refused) {
      const next = await ask(waiting, "news");
      if (!next?.says || isPlaying()) return;
      const later = () => {
        refused = waiting;
        bar.hidden = true;
      };
      const now = async () => {
        // The page begins anew as soon as the next one answers for it.
        if ((await ask(waiting, "now"))?.isPlaying) bar.querySelector("p").textContent = said("news.playing");
      };
      return show("newer", next, { put: [said("news.put"), now], seen: [said("news.later"), later] });
    }
    if (told || !navigator.serviceWorker.controller) return;
    const here = await ask(navigator.serviceWorker.controller, "news");
    if (!here?.says) return;
    const before = localStorage.getItem(last);
    if (!before || before === here.site) localStorage.setItem(last, here.site);
    told = !before || before === here.site;
    if (told || isPlaying()) return;
    show("renewed", here, { seen: [said("news.seen"), () => {
      localStorage.setItem(last, here.site);
      told = bar.hidden = true;
    }] });
  }

  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && offer());
  });
  return offer;
}
