"""`companion print WHAT`: a sheet as PDF, at its true size."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from click.core import ParameterSource

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import answers, folders_option, game_option, title_asked
from companion.decks.catalog import CatalogFault
from companion.decks.catalog import title as find_title
from companion.printing import order as asked
from companion.printing import profiles
from companion.printing.art import art
from companion.printing.asking import PLAIN
from companion.printing.faults import Unprintable
from companion.printing.order import Correction, LabelStart, Order
from companion.printing.papers import PAPERS
from companion.printing.press import unzipped
from companion.printing.source import Source, sheet_words, source_of

if TYPE_CHECKING:
    from companion.printing.report import Chronicle

STDOUT = Path("-")
F = TypeVar("F", bound=Callable[..., Any])

WHAT_HELP = here("print.kinds")


def choice(name: str, kind: Any) -> Callable[[F], F]:
    """Make an option with a closed list of values; the first is the default."""
    values = get_args(kind)
    return click.option(name, type=click.Choice(values), default=values[0], help=here(f"print.option.{name[2:]}"))


def typed(name: str, metavar: str, default: str | float = "") -> Callable[[F], F]:
    """Make an option with a text, or with a number if its default is one."""
    return click.option(
        name, type=type(default), default=default, metavar=metavar, help=here(f"print.option.{name[2:]}")
    )


def flag(name: str) -> Callable[[F], F]:
    """Make an option without a value."""
    return click.option(name, is_flag=True, help=here(f"print.option.{name[2:]}"))


def pair(name: str, default: tuple[float, float]) -> Callable[[F], F]:
    """Make an option with two numbers, across and down."""
    return click.option(
        name, nargs=2, type=float, default=default, metavar="X Y", help=here(f"print.option.{name[2:]}")
    )


@click.command("print", help=WHAT_HELP)
@click.argument("what", type=click.Choice(asked.WHATS), metavar=here("metavar.what"))
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help=here("print.option.output"))
@game_option
@typed("--decklist", "SLUG")
@folders_option
@click.option("--players", type=int, metavar="N", help=here("print.option.players"))
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS), case_sensitive=False), default="a4", help=here("print.option.paper")
)
@click.option("--option", "agreed", multiple=True, metavar="NAME=VALUE", help=here("print.option.option"))
@choice("--ink", asked.Ink)
@typed("--deck", "AA", "00")
@typed("--only", "LISTA")
@choice("--size", asked.Size)
@typed("--card", here("metavar.format"))
@flag("--png")
@typed("--dpi", "N", 300)
@click.option("--art", type=click.Path(path_type=Path), help=here("print.option.art"))
@choice("--sides", asked.Sides)
@choice("--layout", asked.Layout)
@choice("--flip", asked.Flip)
@typed("--gutter", "MM", 0.0)
@choice("--guides", asked.Guides)
@choice("--form", asked.Form)
@typed("--label", here("metavar.sheet"))
@typed("--first", "N", 1)
@pair("--nudge", (0, 0))
@pair("--pitch", (1, 1))
@flag("--outlines")
@typed("--printer", here("metavar.name"))
@typed("--save-printer", here("metavar.name"))
@pair("--back", (0, 0))
@typed("--back-angle", "°", 0.0)
@pair("--back-scale", (1, 1))
@click.option("--from", "record", type=click.Path(path_type=Path, dir_okay=False), help=here("print.option.from"))
@click.option("--infection", "infections", multiple=True, nargs=2, metavar="A B", help=here("print.option.infection"))
@click.option(
    "--labels",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, on: _labels(ctx, on),
    help=here("print.option.labels"),
)
@data_option
@json_option
@lang_option
def command(what: asked.What, output: Path | None, lang: str, as_json: bool, **options: Any) -> None:
    """Write one PDF."""
    from companion.printing import press, sheets

    if output == STDOUT and as_json:
        raise Refused(say(lang, "print.two-outputs"))
    try:
        _check_meant(what, options)
        order = _order(what, lang, options)
        if what in asked.TOLD:
            source, told = _told(options, lang)
        else:
            title = title_asked(options["game"], options["decklist"], options["decks"], lang)
            source, told = source_of(title, lang, answers(title.decklist, options["agreed"], lang)), None
        if options["art"]:
            source = replace(source, art=art(options["art"], source.decklist.by_slug, source.backs()))
        pdf = _build(order, source, told, quiet=as_json)
    except Unprintable as fault:
        raise Refused(sheet_words(lang).say(fault.key, **fault.blanks)) from None
    warnings = sheets.warnings(order, source, told)
    for line in () if as_json else warnings:
        click.secho(line, fg="yellow", err=True)
    if output == STDOUT:
        sys.stdout.buffer.write(pdf)
        return
    path = output or Path(f"{source.decklist.slug}-{what}.{press.ending(order)}")
    _write(path, pdf, is_zip=press.ending(order) == "zip")
    if as_json:
        print_json({"file": str(path), "bytes": len(pdf), **({"warnings": warnings} if warnings else {})})
    else:
        click.echo(say(lang, "print.done" if order.png else "print.done-pdf", path=path))


def _check_meant(what: asked.What, options: dict[str, Any]) -> None:
    """Refuse options that make no difference to this sheet, rather than ignore them in silence."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        if context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        whats = asked.MEANT_FOR.get(name, asked.WHATS)
        if what not in whats:
            raise Unprintable("option-what", option=option.opts[0], what=what, whats=", ".join(whats))
        if name == "dpi" and not options["png"]:
            raise Unprintable("dpi-png")


def _write(path: Path, made: bytes, is_zip: bool) -> None:
    """Into the file; several files into a folder, where what was named is no ZIP."""
    if not is_zip or path.suffix.lower() == ".zip":
        path.write_bytes(made)
        return
    path.mkdir(parents=True, exist_ok=True)
    for name, data in unzipped(made).items():
        (path / name).write_bytes(data)


def _told(options: dict[str, Any], lang: str) -> tuple[Source, Chronicle]:
    """Replay the game in the named file and return its chronicle."""
    from companion.printing.report import Line, chronicle
    from companion.service.history.film import reel_of
    from companion.service.people.figures import Figures
    from companion.service.transfer import record
    from companion.service.transfer.playthrough import FileMalformed, play, read_script
    from companion.store.hourly_copies import FIGURES

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
    infections, table = options["infections"], run.playing.course.table
    chosen = Figures()
    chosen.remember_in(folder_of(options["data"]).path / FIGURES)
    return source_of(run.playing.title, lang, table.options), chronicle(
        run.playing.course, lines, infections, reel_of(run.playing, lang, infections), chosen.of(table.players)
    )


def _order(what: asked.What, lang: str, options: dict[str, Any]) -> Order:
    """Return the order, with the printer's correction looked up and kept."""
    (dx, dy), (scale_x, scale_y) = options["nudge"], options["pitch"]
    (back_x, back_y), (wide, high) = options["back"], options["back_scale"]
    folder = folder_of(options["data"]).path
    correction = Correction(back_x, back_y, options["back_angle"], wide, high)
    if options["printer"] and correction == Correction():
        correction = profiles.profile(folder, options["printer"])
    if options["save_printer"]:
        profiles.save(folder, options["save_printer"], correction)
    taken = {name: options[name] for name in (*PLAIN, "players", "png", "dpi", "gutter")}
    return Order(
        what=what,
        lang=lang,
        deck=options["deck"].upper(),
        only=tuple(name.strip() for name in options["only"].split(",") if name.strip()),
        labels=LabelStart(options["first"], dx, dy, scale_x, scale_y, options["outlines"]),
        correction=correction,
        **taken,
    )


def _build(order: Order, source: Source, told: Chronicle | None, quiet: bool) -> bytes:
    """Make the PDF; meanwhile tell a person at a terminal what is being done."""
    from companion.printing import press

    if quiet or not sys.stderr.isatty():
        return press.build(order, source, told)
    from rich.console import Console

    with Console(stderr=True).status(source.said.raw("stage.laying")) as status:
        return press.build(order, source, told, lambda stage: status.update(source.said.raw(f"stage.{stage}")))


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
