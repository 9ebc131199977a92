/* One open line to the table: its stream, taken up again with growing pauses, and asking once a second where no stream
   can be had (a proxy that holds it back, too many devices behind one address). */

const FIRST = 700; // ms until the first try again; each further one waits twice as long
const MOST = 15000;
const TRIES = 3; // streams that break before they open, until the table is asked instead
const POLL = 1000;
const AGAIN = 30000; // ms until a stream is tried again while the table is asked
const HIDDEN = 60000; // ms after which a page nobody looks at lets go of its line: a browser has six for one house

/** Follow a game. `seen(version)`, `told(note)`, `away(on)` of a club's database, `up(how)` with "stream" or
    "poll", `down()`. */
export function follow(game, { seen, told, away, up, down }) {
  let source = null;
  let failed = 0;
  let etag = "";
  let timer = 0;
  let hiding = 0;

  const later = (work, ms) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  /** Twice as long each time, and not for all devices at the same moment. */
  const pause = () => Math.min(MOST, FIRST * 2 ** failed) * (0.5 + Math.random());

  function listen() {
    close();
    let opened = false;
    source = new EventSource(`/api/games/${game}/events?brief`);
    source.addEventListener("open", () => {
      opened = true;
      failed = 0;
      up("stream");
    });
    source.addEventListener("state", (event) => seen(Number(event.lastEventId)));
    source.addEventListener("private", (event) => told(JSON.parse(event.data)));
    source.addEventListener("store", (event) => away(event.data === "away"));
    source.addEventListener("error", () => {
      close();
      failed += 1;
      if (!opened && failed >= TRIES) return poll(Date.now() + AGAIN);
      down();
      later(listen, pause());
    });
  }

  async function poll(until) {
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(`/api/games/${game}`, { headers, cache: "no-store", signal: AbortSignal.timeout(4000) });
      if (answer.status === 200) {
        etag = answer.headers.get("ETag") ?? "";
        seen((await answer.json()).version);
      } else if (answer.status !== 304) throw new Error(String(answer.status));
      away(answer.headers.has("Warning"));
      up("poll");
      if (Date.now() > until) {
        failed = TRIES - 1; // one stream that does not open, and it is asked again
        return later(listen, 0);
      }
      later(() => poll(until), POLL);
    } catch {
      failed += 1;
      down();
      later(() => poll(until), pause());
    }
  }

  function close() {
    source?.close();
    source = null;
  }

  function stop() {
    clearTimeout(timer);
    close();
    hiding = 0;
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(stop, HIDDEN);
    else if (!source) {
      failed = 0;
      later(listen, 0);
    }
  });
  listen();
  /** The table answers again: no need to wait for the next try. */
  const wake = () => {
    if (source?.readyState === EventSource.OPEN) return up("stream");
    failed = 0;
    later(listen, 0);
  };
  return { wake };
}
