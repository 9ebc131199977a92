"""Bytecode does what its source does, says less, and still tells where something went wrong."""

from __future__ import annotations

import importlib.util
import json
import marshal
import traceback
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from companion.site import bundle
from companion.site.compiling import compiled, everything, main
from companion.site.packing import packed, unpacked

SOURCE = b'''"""What this is."""

from __future__ import annotations


class Box:
    """A box."""

    def open(self):
        """Open it."""

    def shut(self):
        """Shut it."""
        assert self is None, "a box is something"


async def wait():
    """Wait."""
    return [one for one in range(3)]


def fail():
    "Fail."
    value = "kept"
    raise ValueError(value)
'''


def loaded(folder: Path, pyc: bytes) -> ModuleType:
    """Load a module of bytecode alone."""
    (folder / "module.pyc").write_bytes(pyc)
    spec = importlib.util.spec_from_file_location("module", folder / "module.pyc")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_error_names_the_file_the_function_and_the_line_it_begins_in(tmp_path: Path) -> None:
    module = loaded(tmp_path, compiled(SOURCE, "/app/module.py"))
    with pytest.raises(ValueError, match="kept") as fault:
        module.fail()
    told = "".join(traceback.format_exception(fault.value))
    assert f'File "/app/module.py", line {SOURCE[: SOURCE.index(b"def fail")].count(10) + 1}, in fail' in told


@pytest.mark.long
def test_every_instruction_has_a_line() -> None:
    """`traceback` looks for that of each, and knows nothing of a table that is too short."""

    def of(code: CodeType) -> None:
        lines = [line for line, *_ in code.co_positions()]
        assert lines == [code.co_firstlineno] * (len(code.co_code) // 2), code.co_name
        seen.append(code.co_name)
        for one in code.co_consts:
            if isinstance(one, CodeType):
                of(one)

    seen: list[str] = []
    for name in ("companion/engine/ring_line.py", "flask/app.py", "jinja2/lexer.py"):
        of(marshal.loads(compiled(bundle.product()[name], name)[16:]))
    assert len(seen) > 60


def test_pythons_own_library_does_the_same_from_it(tmp_path: Path) -> None:
    source = Path(json.decoder.__file__).read_bytes()
    module = loaded(tmp_path, compiled(source, "/lib/json/decoder.py"))
    assert module.JSONDecoder().decode('{"a": [1, 2.5, null, "\\u00e9"]}') == {"a": [1, 2.5, None, "é"]}


def test_what_is_no_module_or_none_of_this_python_stays_as_it_is() -> None:
    given = {"a/b.py": b"x = 1", "a/bad.py": b"def", "a/words.toml": b'a = "b"'}
    made = everything(given, "/app")
    assert made.keys() == {"a/b.pyc", "a/bad.py", "a/words.toml"}
    assert made["a/bad.py"] == b"def" and made["a/words.toml"] == b'a = "b"'
    assert b"/app/a/b.py" in made["a/b.pyc"]


def test_the_same_from_one_file_to_another(tmp_path: Path) -> None:
    given, made = str(tmp_path / "given"), str(tmp_path / "made")
    Path(given).write_bytes(packed({"b.py": b"y = 2", "a.py": b"x = 1"}))
    main(given, made, "/app")
    assert unpacked(Path(made).read_bytes()) == everything({"a.py": b"x = 1", "b.py": b"y = 2"}, "/app")
