// Runs the suite under Pyodide in node:
//     node tests/web/suite.mjs PYODIDE WHEELS [arguments of pytest]
// PYODIDE is the folder of npm's package, WHEELS one with the pure wheels of lark, pytest and hypothesis and what they need.

import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, wheels, ...rest] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodideFolder), "pyodide.mjs")).href);
const python = await loadPyodide({ env: { HOME: "/home/suite", XDG_CACHE_HOME: "/home/suite/cache" } });
for (const name of readdirSync(wheels).filter((one) => one.endsWith(".whl"))) {
    python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel", { extractDir: "/packages" });
}
python.FS.mkdirTree("/repo");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.cwd() }, "/repo");
python.globals.set("given", python.toPy(rest));
const status = python.runPython(`
import os, sys
os.chdir("/repo")
sys.path[:0] = ["/repo", "/packages"]
sys.dont_write_bytecode = True
import pytest
int(pytest.main(["-p", "no:cacheprovider", "-p", "no:faulthandler", *given]))
`);
process.exit(status);
