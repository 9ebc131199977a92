"""`companion site --output FOLDER`: the companion as files for any web server; a tablet that has them needs none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of

FOLDER = "pyodide"
"""Of the data folder: where the packages of Pyodide, of the decoder and of the referee's solver are kept."""


LATER = "_site/zxing/"
"""What a tablet fetches after the first page begins so."""


def named(lang: str) -> dict[str, str]:
    """Return the site's names on a tablet, in a language."""
    return {"lang": lang, **{key: say(lang, f"site.manifest.{key}") for key in ("name", "short", "about", "new")}}


@click.command("site", help=here("site.about"))
@click.option(
    "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help=here("site.option.output")
)
@click.option(
    "--pyodide",
    "given",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help=here("site.option.pyodide"),
)
@click.option(
    "--decoder", type=click.Path(path_type=Path, dir_okay=False), default=None, help=here("site.option.decoder")
)
@click.option("--camera/--no-camera", default=True, help=here("site.option.camera"))
@click.option(
    "--solver", type=click.Path(path_type=Path, dir_okay=False), default=None, help=here("site.option.solver")
)
@click.option("--referee/--no-referee", default=True, help=here("site.option.referee"))
@data_option
@json_option
@lang_option
def command(
    output: Path,
    given: Path | None,
    decoder: Path | None,
    camera: bool,
    solver: Path | None,
    referee: bool,
    data: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Put the site together and say how large it is."""
    if output.exists() and any(output.iterdir()) and not (output / "sw.js").is_file():
        raise Refused(say(lang, "site.not-empty", output=output))
    made, is_compiled = written(
        output, data, lang, given, decoder=decoder, camera=camera, solver=solver, referee=referee
    )
    later = sum(len(content) for name, content in made.items() if name.startswith(LATER))
    carried = sum(len(content) for name, content in made.items() if name.endswith(".z")) - later
    if as_json:
        sizes = {"files": len(made), "carried": carried, "later": later}
        print_json({"folder": str(output), **sizes, "referee": referee, "compiled": is_compiled})
        return
    click.echo(say(lang, "site.done", output=output, files=len(made), size=f"{carried / 1e6:.1f}"))
    click.echo(say(lang, "site.done-later", size=f"{later / 1e6:.1f}") if camera else say(lang, "site.without-camera"))
    if not referee:
        click.echo(say(lang, "site.without-referee"))
    if not is_compiled:
        click.echo(say(lang, "site.without-bytecode"))


class Written(NamedTuple):
    """The files of the site by their path, and whether what Python reads of them came out compiled."""

    files: Mapping[str, bytes]
    is_compiled: bool


def written(
    output: Path,
    data: Path | None,
    lang: str,
    given: Path | None = None,
    *,
    decoder: Path | None = None,
    camera: bool = True,
    solver: Path | None = None,
    referee: bool = True,
) -> Written:
    """Make the site and write it into a folder. Raise `Refused`.

    `given`: the package of Pyodide; `decoder`: that of the reader of pictures; `solver`: that of the referee's solver;
    `camera`, `referee`: False leaves them out of the site.
    """
    from companion.site import bundle, bytecode, packages, pyodide
    from companion.site import decoder as reads
    from companion.site import solver as reasons

    kept = folder_of(data).path / FOLDER
    try:
        package = pyodide.package(kept, given)
        pictures = reads.parts(reads.package(kept, decoder)) if camera else None
        wheel = reasons.parts(reasons.package(kept, solver)) if referee else None
        runtime = pyodide.runtime(package)
        compile = bytecode.Compiler(kept, runtime)
        made = bundle.site(runtime, named(lang), decoder=pictures, solver=wheel, compile=compile)
    except packages.NotThere as fault:
        raise Refused(say(lang, f"site.cannot.{fault.key}", **fault.blanks)) from None
    for name, content in made.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Written(made, not compile.has_failed)
