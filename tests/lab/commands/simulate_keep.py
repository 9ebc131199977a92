"""Files of `tasks.py lab simulate`: a result, and a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli import Refused
from companion.cli.data import folder_of


def check_names(store: str | None, plot: Path | None) -> None:
    """Check before hours of play that the results can be kept. Raise `Refused`."""
    from tests.lab.results.stored import NAME

    if store is not None and not NAME.fullmatch(store):
        raise Refused(f"A result is named in small letters, digits and hyphens, up to 40; not “{store}”.")
    if plot is not None and plot.suffix not in (".svg", ".png"):
        raise Refused(f"The drawing is kept in a .svg or .png file; not “{plot.name}”.")


def keep(found: Mapping[str, object], store: str | None, plot: Path | None, data: Path | None) -> None:
    """Put the report into the data folder, and draw it."""
    from tests.lab.results import stored
    from tests.lab.results.plot import svg

    if store is not None:
        stored.keep(folder_of(data).path, store, found)
    if plot is None:
        return
    drawing = svg(found).encode()
    plot.write_bytes(drawing if plot.suffix == ".svg" else _as_png(drawing))


def _as_png(drawing: bytes) -> bytes:
    """Return the drawing as a picture; Typst draws it, with our typefaces and no others."""
    from companion.printing.assets import folder

    try:
        import typst
    except ImportError:
        raise Refused("A .png needs the package “typst”, which is not here; .svg is always possible.") from None
    page = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("plot.svg")'
    fonts: Any = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(folder() / "fonts")]
    )
    files: Any = {"main.typ": page, "plot.svg": drawing}
    picture: Any = typst.compile(files, format="png", ppi=144.0, font_paths=fonts, ignore_system_fonts=True)
    return bytes(picture)
