"""Python's own library and the product as bytecode: to compile them took a slow tablet half of the time between the
link and the first turn (53 s with it, 27 without; docs/decisions/0034).

Bytecode fits one version of Python, and the browser's is seldom the one that this runs in. So the browser's own
compiles them (`compiling`), in Node.js, where a site is made. What was compiled is kept; without Node.js a site has the
sources.
"""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import companion
from companion.site import compiling, packages, packing
from companion.site.pyodide import PYTHON

LIBRARY = "python_stdlib.zip"
"""Of the files of Pyodide: Python's library."""
LIBRARY_AT, PRODUCT_AT = f"/lib/python{PYTHON.replace('.', '')}.zip", "/app"
"""Where modules lie in the browser: what they are called where something goes wrong in them."""

NOT_TAKEN = frozenset(
    (
        *("_pyrepl", "bdb", "cProfile", "compileall", "doctest", "modulefinder", "optparse", "pdb", "pickletools"),
        *("profile", "pstats", "pyclbr", "pydoc", "tabnanny", "timeit", "trace", "turtle", "unittest", "zipapp"),
        *("ftplib", "imaplib", "mailbox", "multiprocessing", "poplib", "smtplib", "wave", "xmlrpc"),
    )
)
"""Of Python's library: what developers use, and what a tab of a browser cannot do."""

Compile = Callable[[Mapping[str, bytes], str], Mapping[str, bytes]]
"""Files (by path) with their modules as bytecode, for the folder they will lie in."""


def as_it_is(files: Mapping[str, bytes], root: str) -> Mapping[str, bytes]:
    """Compiles nothing."""
    return files


class Compiler:
    """Compiler for the Python of a Pyodide, which keeps its results in a folder.

    `runtime`: Pyodide's files; `is_patient`: it compiles, else it only hands out what is kept.
    """

    def __init__(self, kept: Path, runtime: Mapping[str, bytes], *, is_patient: bool = True) -> None:
        self._kept, self._runtime, self._is_patient = kept, runtime, is_patient
        self.has_failed = False
        """Whether it gave something back as it was."""

    def __call__(self, files: Mapping[str, bytes], root: str) -> Mapping[str, bytes]:
        """Return the files with bytecode in the place of modules; unchanged if there is no Node.js to compile them."""
        piece = packing.packed(files)
        name = root.rpartition("/")[2]
        # Of all that bytecode depends on.
        parts = (piece, Path(compiling.__file__).read_bytes(), *(self._runtime[one] for one in sorted(self._runtime)))
        digest = sha256(b"".join(sha256(one).digest() for one in parts)).hexdigest()[:16]
        at = self._kept / f"{name}-{digest}.pack"
        if not at.is_file():
            can_compile = self._is_patient and not self.has_failed  # what failed once is not waited for again
            made = _made(self._runtime, piece, root) if can_compile else None
            if made is None:
                self.has_failed = True
                return files
            self._keep(made, at, name)
            return packing.unpacked(made)
        return packing.unpacked(at.read_bytes())

    def _keep(self, made: bytes, at: Path, name: str) -> None:
        """In the place of what was kept of this name before."""
        self._kept.mkdir(parents=True, exist_ok=True)
        for old in self._kept.glob(f"{name}-*.pack"):
            old.unlink(missing_ok=True)
        with TemporaryDirectory(dir=self._kept) as draft:
            (whole := Path(draft) / at.name).write_bytes(made)
            whole.replace(at)


def library(archive: bytes, compile: Compile) -> bytes:
    """Python's library, an archive of modules: those that are taken, compiled."""
    with ZipFile(io.BytesIO(archive)) as given:
        taken = [
            one
            for one in given.namelist()
            if not one.endswith("/") and one.partition("/")[0].removesuffix(".py") not in NOT_TAKEN
        ]
        sources = {name: given.read(name) for name in taken}
    made = io.BytesIO()
    with ZipFile(made, "w") as zipped:
        for name, content in sorted(compile(sources, LIBRARY_AT).items()):
            zipped.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)
    return made.getvalue()


def _made(runtime: Mapping[str, bytes], piece: bytes, root: str) -> bytes | None:
    """None where there is no Node.js, or none that is new enough."""
    try:
        with packages.node() as node, TemporaryDirectory() as draft:
            here = Path(draft)
            (here / "given").write_bytes(piece)
            for name, content in runtime.items():
                (here / name).write_bytes(content)
            with as_file(files("companion.site") / "compile.mjs") as script:
                product = Path(companion.__file__).parents[1]
                order = [str(one) for one in (node, script, here, product, here, root)]
                subprocess.run(order, check=True, capture_output=True, timeout=packages.PATIENCE, cwd=here)
            return (here / "made").read_bytes()
    except (OSError, subprocess.SubprocessError):
        return None
