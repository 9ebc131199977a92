"""`companion print WHAT`: a sheet as PDF, at its true size."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from companion.catalog import CatalogFault, Title
from companion.catalog import title as find_title
from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option, game_option, title_asked
from companion.printing import order as asked
from companion.printing.faults import Unprintable
from companion.printing.order import Correction, LabelStart, Order
from companion.printing.papers import PAPERS
from companion.printing.source import Source, sheet_words

if TYPE_CHECKING:
    from companion.printing.report import Chronicle

F = TypeVar("F", bound=Callable[..., Any])

WHAT_HELP = here(
    "HOJA: cards (cartas), tags (pegatinas con el código), setup (preparación), reference (ayuda), roles (papeles), "
    "tokens (fichas), calibration (ajuste de la impresora), report (crónica de una partida), "
    "poster (cartel de una partida).",
    "WHAT: cards, tags (stickers with the code), setup, reference, roles, tokens, calibration (of the printer), "
    "report and poster (of a finished game).",
)


def choice(name: str, kind: Any, es: str, en: str) -> Callable[[F], F]:
    """An option with a closed list of values; the first is the default."""
    values = get_args(kind)
    return click.option(name, type=click.Choice(values), default=values[0], help=here(es, en))


def pair(name: str, es: str, en: str, default: tuple[float, float]) -> Callable[[F], F]:
    """An option with two numbers, across and down."""
    return click.option(name, nargs=2, type=float, default=default, metavar="X Y", help=here(es, en))


@click.command("print", help=WHAT_HELP)
@click.argument("what", type=click.Choice(asked.WHATS), metavar=here("HOJA", "WHAT"))
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help=here("el PDF", "the PDF"))
@game_option
@click.option(
    "--decklist", default="", metavar="SLUG", help=here("un mazo propio de --decks", "a deck of your own in --decks")
)
@folders_option
@click.option("--players", type=int, metavar="N", help=here("para cuántos jugadores", "for how many players"))
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS), case_sensitive=False), default="a4", help=here("el papel", "the paper")
)
@choice("--ink", asked.Ink, "eco: solo líneas, sin fondos", "eco: outlines, no fills")
@click.option(
    "--deck",
    default="00",
    metavar="AA",
    help=here("las dos letras de esta baraja impresa", "the two letters of this printed deck"),
)
@click.option(
    "--only",
    default="",
    metavar="LISTA",
    help=here("solo estas: lanzallamas.2,infectado.9", "only these: lanzallamas.2,infectado.9"),
)
@choice(
    "--size",
    asked.Size,
    "sleeve: 61 × 86 mm, delante de otra en una funda; shop: una por página, a sangre",
    "sleeve: 61 × 86 mm, in front of a card in its sleeve; shop: one a page with bleed",
)
@choice("--sides", asked.Sides, "caras y dorsos, o solo unas", "fronts and backs, or only one of them")
@choice(
    "--layout",
    asked.Layout,
    "fold: dorsos en la misma cara, para doblar y pegar",
    "fold: backs on the same side, to fold and glue",
)
@choice(
    "--flip", asked.Flip, "por qué lado gira la hoja la impresora", "the edge over which the printer turns the sheet"
)
@click.option(
    "--gutter", type=float, default=0, metavar="MM", help=here("hueco entre cartas: 0 o 3", "gap between cards: 0 or 3")
)
@choice(
    "--guides",
    asked.Guides,
    "marcas de corte: en las caras, en ambas, líneas enteras, ninguna",
    "crop marks: fronts, both sides, whole lines, none",
)
@choice("--form", asked.Form, "ayuda: página, media página o librillo", "reference: page, half page or booklet")
@click.option(
    "--label",
    default="",
    metavar=here("HOJA", "SHEET"),
    help=here("hoja de etiquetas: herma-4211…, --labels las lista", "label sheet: herma-4211…, --labels lists them"),
)
@click.option(
    "--first",
    type=int,
    default=1,
    metavar="N",
    help=here("primera etiqueta libre de una hoja empezada", "first free label of a used sheet"),
)
@pair("--nudge", "mueve las etiquetas, en mm", "moves the labels, in mm", (0, 0))
@pair("--pitch", "factor del paso entre etiquetas", "factor of the labels' pitch", (1, 1))
@click.option(
    "--outlines",
    is_flag=True,
    help=here("dibuja el borde de las etiquetas, para probar en papel", "draws the labels' edges, to try on paper"),
)
@click.option(
    "--printer", default="", metavar=here("NOMBRE", "NAME"), help=here("una impresora guardada", "a saved printer")
)
@click.option(
    "--save-printer",
    default="",
    metavar=here("NOMBRE", "NAME"),
    help=here("guarda este ajuste del dorso", "saves this correction of the back"),
)
@pair("--back", "mueve los dorsos, en mm", "moves the backs, in mm", (0, 0))
@click.option(
    "--back-angle",
    type=float,
    default=0.0,
    metavar="°",
    help=here("gira los dorsos, en grados", "turns the backs, in degrees"),
)
@pair("--back-scale", "factor de los dorsos", "scales the backs", (1, 1))
@click.option(
    "--from",
    "record",
    type=click.Path(path_type=Path, dir_okay=False),
    help=here("report, poster: la partida exportada (.jsonl)", "report, poster: the exported game (.jsonl)"),
)
@click.option(
    "--infection",
    "infections",
    multiple=True,
    nargs=2,
    metavar="A B",
    help=here("report, poster: A infectó a B", "report, poster: A infected B"),
)
@click.option(
    "--labels",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, on: _labels(ctx, on),
    help=here("las hojas de etiquetas que conoce", "the label sheets it knows"),
)
@data_option
@json_option
@lang_option
def command(what: asked.What, output: Path | None, lang: str, as_json: bool, **options: Any) -> None:
    """Write one PDF."""
    try:
        order = _order(what, lang, options)
        source, told = _told(options, lang) if what in asked.TOLD else (_source(_title(options, lang), lang), None)
        pdf = _build(order, source, told, quiet=as_json)
    except Unprintable as fault:
        raise Refused(sheet_words(lang).say(fault.key, **fault.blanks)) from None
    path = output or Path(f"{source.decklist.slug}-{what}.pdf")
    path.write_bytes(pdf)
    _say_done(path, pdf, lang, as_json)


def _title(options: dict[str, Any], lang: str) -> Title:
    return title_asked(options["game"], options["decklist"], options["decks"], lang)


def _source(title: Title, lang: str) -> Source:
    words = title.wording(lang)
    return Source(title.decklist, words, lambda n: title.game.plan(title.decklist, n, words))


def _told(options: dict[str, Any], lang: str) -> tuple[Source, Chronicle]:
    """The game in the file that was named, played again, as its chronicle."""
    from companion.printing.report import Line, chronicle
    from companion.service import record
    from companion.service.film_poster import reel_of
    from companion.service.playthrough import FileMalformed, play, read_script

    path: Path | None = options["record"]
    if path is None:
        raise Unprintable("record")
    try:
        run = play(read_script(path.name, path.read_bytes()), partial(find_title, folders=options["decks"]))
    except (FileMalformed, CatalogFault) as fault:
        raise Unprintable("record-faulty", file=path.name, trouble=fault.sentence(lang)) from None
    if run.playing is None:
        refused = run.outcomes[-1].refused
        trouble = refused.sentence(lang) if refused else "?"
        raise Unprintable("record-faulty", file=path.name, trouble=trouble)
    lines = [Line(one.version, one.text, one.undone) for one in record.log(run.playing, lang)]
    return _source(run.playing.title, lang), chronicle(
        run.playing.course, lines, options["infections"], reel_of(run.playing, lang, options["infections"])
    )


def _order(what: asked.What, lang: str, options: dict[str, Any]) -> Order:
    """The order as a value, with the printer's correction looked up and kept."""
    return Order(
        what=what,
        lang=lang,
        paper=options["paper"],
        ink=options["ink"],
        players=options["players"],
        deck=options["deck"].upper(),
        only=tuple(name.strip() for name in options["only"].split(",") if name.strip()),
        size=options["size"],
        sides=options["sides"],
        layout=options["layout"],
        flip=options["flip"],
        gutter=options["gutter"],
        guides=options["guides"],
        form=options["form"],
        label=options["label"],
        labels=_labels_asked(options),
        correction=_correction(options),
    )


def _labels_asked(options: dict[str, Any]) -> LabelStart:
    (dx, dy), (scale_x, scale_y) = options["nudge"], options["pitch"]
    return LabelStart(options["first"], dx, dy, scale_x, scale_y, options["outlines"])


def _correction(options: dict[str, Any]) -> Correction:
    """What was typed, else the printer's own; saved where asked."""
    from companion.printing import profiles

    folder = folder_of(options["data"]).path
    (dx, dy), (sx, sy) = options["back"], options["back_scale"]
    typed = Correction(dx, dy, options["back_angle"], sx, sy)
    if options["printer"] and typed == Correction():
        typed = profiles.profile(folder, options["printer"])
    if options["save_printer"]:
        profiles.save(folder, options["save_printer"], typed)
    return typed


def _build(order: Order, source: Source, told: Chronicle | None, quiet: bool) -> bytes:
    """The PDF; while it is made, a person at a terminal sees what is being done."""
    from companion.printing import sheets

    if quiet or not sys.stderr.isatty():
        return sheets.build(order, source, told)
    from rich.console import Console

    with Console(stderr=True).status(source.said.raw("stage.laying")) as status:
        return sheets.build(order, source, told, lambda stage: status.update(source.said.raw(f"stage.{stage}")))


def _say_done(path: Path, pdf: bytes, lang: str, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(path), "bytes": len(pdf)})
        return
    es = f"{path}: hecho. Imprímelo al 100 %, sin ajustar a la página."
    click.echo(say(lang, es, f"{path}: done. Print it at 100 %, not fitted to the page."))


def _labels(ctx: click.Context, on: bool) -> None:
    """Every label sheet a tag fits on."""
    if not on or ctx.resilient_parsing:
        return
    from companion.printing.labels import label_sheets

    for sheet in label_sheets().values():
        if sheet.holds_tag:
            size = f"{sheet.size[0]:g} × {sheet.size[1]:g} mm"
            click.echo(f"{sheet.slug:<18}{sheet.paper:<8}{sheet.count:>4}  {size:<18}{', '.join(sheet.names)}")
    ctx.exit()
