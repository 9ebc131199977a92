"""What `companion simulate` leaves behind: a result for the page of the laboratory, and a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli import Refused, say
from companion.cli.data import folder_of


def check_names(store: str | None, plot: Path | None, lang: str) -> None:
    """Before hours of play: whether what comes of them can be kept."""
    from companion.sim.results import NAME

    if store is not None and not NAME.fullmatch(store):
        raise Refused(
            say(lang, f"Un resultado se llama con minúsculas, cifras y guiones, hasta 40; no «{store}».",
                f"A result is named in small letters, digits and hyphens, up to 40; not “{store}”.")
        )  # fmt: skip
    if plot is not None and plot.suffix not in (".svg", ".png"):
        raise Refused(
            say(lang, f"El dibujo se guarda en un archivo .svg o .png; no «{plot.name}».",
                f"The drawing is kept in a .svg or .png file; not “{plot.name}”.")
        )  # fmt: skip


def keep(found: Mapping[str, object], store: str | None, plot: Path | None, data: Path | None, lang: str) -> None:
    """Put the report where the page of the laboratory finds it, and draw it."""
    from companion.sim import results
    from companion.sim.plot import svg

    if store is not None:
        results.keep(folder_of(data).path, store, found)
    if plot is None:
        return
    drawing = svg(found, lang).encode()
    plot.write_bytes(drawing if plot.suffix == ".svg" else _as_png(drawing, lang))


def _as_png(drawing: bytes, lang: str) -> bytes:
    """The drawing as a picture; Typst draws it, with our typefaces and no others."""
    from companion.printing.assets import folder

    try:
        import typst
    except ImportError:
        raise Refused(
            say(lang, "Para .png hace falta el paquete «typst», que aquí no está; .svg se puede siempre.",
                "A .png needs the package “typst”, which is not here; .svg is always possible.")
        ) from None  # fmt: skip
    page = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("plot.svg")'
    fonts: Any = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(folder() / "fonts")]
    )
    files: Any = {"main.typ": page, "plot.svg": drawing}
    picture: Any = typst.compile(files, format="png", ppi=144.0, font_paths=fonts, ignore_system_fonts=True)
    return bytes(picture)
