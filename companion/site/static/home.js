/* Python, the product and its games, in a worker of the page that stays. A request is answered after what it wrote has been
   flushed to the browser's storage: SQLite's own commit on files that are held open (see kept.js). */

import { loadPyodide } from "/_site/pyodide/pyodide.mjs";
import { keptFolder } from "/_site/kept.js";

const BEGIN = `
import json, sys
sys.path.insert(0, "/app")
from pathlib import Path
from companion.site.home import Home
home = Home(Path("/kept"), HOST)

def answer(method, url, headers, body):
    said = home.answer(method, url, json.loads(headers), body.to_bytes())
    return said.status, json.dumps(said.headers), said.body, said.changed
answer
`;

async function begin() {
  const [python, product, folder] = await Promise.all([
    loadPyodide({ indexURL: "/_site/pyodide/" }),
    fetch("/_site/app.zip").then((answer) => answer.arrayBuffer()),
    keptFolder(),
  ]);
  python.unpackArchive(product, "zip", { extractDir: "/app" });
  folder.mount(python.FS, "/kept");
  python.globals.set("HOST", location.hostname);
  return python.runPython(BEGIN);
}

const begun = begin();
begun.then(
  () => postMessage({ kind: "ready" }),
  (fault) => postMessage({ kind: "broken", why: String(fault.message ?? fault).trim().split("\n").at(-1) }),
);

self.addEventListener("message", async ({ data, ports }) => {
  const answer = await begun;
  const since = performance.now();
  const said = answer(data.method, data.url, JSON.stringify(data.headers), new Uint8Array(data.body));
  const [status, headers, body, changed] = said.toJs();
  said.destroy();
  const sent = body.slice().buffer;
  const took = (performance.now() - since).toFixed(1);
  ports[0].postMessage({ status, headers: [...JSON.parse(headers), ["Server-Timing", `python;dur=${took}`]], body: sent }, [sent]);
  if (changed) postMessage({ kind: "changed", what: JSON.parse(changed) });
});
