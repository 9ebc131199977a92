/* One open line to the table: its stream, which says every few seconds that it still stands; while it does not, the house is
   asked every second whether it answers; and the table is asked once a second where the house answers but no stream can be had
   (a proxy that holds it back, too many devices behind one address). Nothing here waits without an end. */

const OPENS = 4000; // ms in which a stream has to open
const SILENT = 9000; // ms after which a stream that says nothing is gone: it has three beats in that time
const PROBE = 1000; // ms between two questions whether the house answers, a little more or less for each device
const SOON = 200; // ms between the first ones: a browser asks on the connections it still has first, and they may all be dead
const ANSWERS = 1000; // ms in which it has to answer the first time
const LONGER = 250; // ms more each time, as a busy house takes its time
const LONGEST = 6000;
const ASKED = 3; // questions at once: a browser has six connections for one house
const BEHIND = new Set([502, 504]); // said by a proxy whose house does not answer; one that is only too busy still tells its streams
const TRIES = 3; // streams that do not open although the house answers, until the table is asked instead
const POLL = 1000;
const AGAIN = 30000; // ms until a stream is tried again while the table is asked
const HIDDEN = 60000; // ms after which a page nobody looks at lets go of its line

/** Follow a game. `seen(version)`, `told(note)`, `away(on)` of a club's database, `look()` where it looks otherwise although nothing has happened,
    `moved(where)` with the address at which phones find the table (none without a network; `at()` is the one this page knows), `up(how)` with "stream" or
    "poll", `down()`. Gives `again()`, which takes the line up anew, for whoever finds that it does not bear. */
export function follow(game, { seen, told, away, look, moved, at, up, down }) {
  let source = null;
  let turn = 0; // what was begun under an earlier one says nothing any more
  let failed = 0;
  let asked = 0;
  let misses = 0;
  let etag = "";
  let timer = 0;
  let hiding = 0;

  const later = (work, ms) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };

  function close() {
    clearTimeout(timer);
    turn += 1;
    source?.close();
    source = null;
  }

  function listen() {
    close();
    let opened = false;
    const broke = () => {
      failed = opened ? 0 : failed + 1;
      if (failed < TRIES) return lose();
      close();
      poll(Date.now() + AGAIN);
    };
    /** Whatever the stream says, it stands. */
    const on = (name, work) =>
      source.addEventListener(name, (event) => {
        later(broke, SILENT);
        work?.(event);
      });
    const known = at();
    source = new EventSource(`/api/games/${game}/events?brief${known && `&at=${encodeURIComponent(known)}`}`);
    later(broke, OPENS);
    on("open", () => {
      opened = true;
      failed = 0;
      up("stream");
    });
    on("beat");
    on("state", (event) => seen(Number(event.lastEventId)));
    on("private", (event) => told(JSON.parse(event.data)));
    on("look", look);
    on("network", (event) => moved(JSON.parse(event.data)));
    on("store", (event) => away(event.data === "away"));
    source.addEventListener("error", broke);
  }

  function lose() {
    close();
    down();
    later(probe, 2 * SOON * Math.random()); // not all devices at the same moment
  }

  /** Whether the house answers: then a stream is tried at once, however long it was away. */
  async function probe() {
    const mine = turn;
    later(probe, Math.min(PROBE, SOON * (misses + 1)) * (0.5 + Math.random()));
    if (asked >= ASKED) return;
    asked += 1;
    const signal = AbortSignal.timeout(Math.min(LONGEST, ANSWERS + LONGER * misses));
    const answers = await fetch("/api/health", { cache: "no-store", signal }).catch(() => null);
    asked -= 1;
    misses = answers ? 0 : misses + 1;
    if (mine !== turn) return;
    if (answers && !BEHIND.has(answers.status)) listen();
    else down();
  }

  async function poll(until) {
    const mine = turn;
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(`/api/games/${game}`, { headers, cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
      const state = answer.status === 200 ? await answer.json() : null;
      if (mine !== turn) return;
      if (!state && answer.status !== 304) throw new Error(String(answer.status));
      etag = answer.headers.get("ETag") ?? "";
      if (state) seen(state.version);
      away(answer.headers.has("Warning"));
      up("poll");
      if (Date.now() < until) return later(() => poll(until), POLL);
      failed = TRIES - 1; // one stream that does not open, and it is asked again
      listen();
    } catch {
      if (mine === turn) lose();
    }
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN);
    else if (!source) {
      failed = 0;
      listen();
    }
  });
  listen();
  return { again: lose };
}
