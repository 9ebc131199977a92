/* Has the Python of a browser compile modules, in Node.js: node compile.mjs RUNTIME PACKAGE FOLDER ROOT
   RUNTIME: the folder of Pyodide. PACKAGE: the folder that the product is in. FOLDER: `given` is read there, and `made`
   written. ROOT: where the modules will lie in the browser. */

import { pathToFileURL } from "node:url";

const [runtime, product, folder, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" } });
python.mountNodeFS("/product", product);
python.mountNodeFS("/folder", folder);
python.globals.set("ROOT", root);
python.runPython(`
import sys
sys.path.insert(0, "/product")
from companion.site.compiling import main
main("/folder/given", "/folder/made", ROOT)
`);
