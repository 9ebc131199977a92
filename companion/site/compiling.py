"""Modules as bytecode, for the Python that this runs in: the one of a browser, where a site is made (`bytecode`).

What nobody reads there is left out, for bytecode is half as large again as its source: what modules and functions say
about themselves, and where in a function an instruction comes from. Classes keep what they say: some decorators read
it, and `dataclass` would look up a signature for one that says nothing, which takes longer.
"""

from __future__ import annotations

import ast
import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from companion.site.packing import packed, unpacked

_Speaking = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef
_UNITS, _BYTES = 8, 2
"""Instructions, of so many bytes, that one entry of a table of lines can stand for."""
_SAME_LINE = 0b1_1101_000
"""Such an entry, of kind 13 (a line without columns), before how much further down its line is: as CPython's
InternalDocs/code_objects.md describes the table of locations."""
_HEAD = MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)
"""Of a `.pyc` that has a hash of its source, which nobody checks (PEP 552)."""


def compiled(source: bytes, path: str) -> bytes:
    """Return the content of a module's `.pyc`, which is never held against its source again. Raise `SyntaxError`."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _Speaking) and ast.get_docstring(node, clean=False) is not None:
            first = node.body.pop(0)
            if not node.body:
                node.body.append(ast.copy_location(ast.Pass(), first))
    return _HEAD + marshal.dumps(_bare(compile(tree, path, "exec", dont_inherit=True)))


def _bare(code: CodeType) -> CodeType:
    """Return the code with every instruction on the line its function begins in."""
    full, rest = divmod(len(code.co_code) // _BYTES, _UNITS)
    table = bytes((_SAME_LINE | _UNITS - 1, 0)) * full + (bytes((_SAME_LINE | rest - 1, 0)) if rest else b"")
    inner = tuple(_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)


def everything(files: dict[str, bytes], root: str) -> dict[str, bytes]:
    """Files with every module of them compiled. `root`: where they will lie. What is not Python for this version of it
    stays as it is."""
    made = dict[str, bytes]()
    for path, content in files.items():
        try:
            made |= {f"{path}c": compiled(content, f"{root}/{path}")} if path.endswith(".py") else {path: content}
        except SyntaxError:
            made[path] = content
    return made


def main(given: str, made: str, root: str) -> None:
    """Compile a packed file of modules into another."""
    Path(made).write_bytes(packed(everything(unpacked(Path(given).read_bytes()), root)))
