"""`companion replay FILE…`: plays playthrough and case files and tells what happened, line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, say
from companion.cli.decks import folders_option
from companion.decks.catalog import title
from companion.service.live.session import LiveGame, words_of
from companion.service.transfer.cases import Case, answers, is_case_file, read_cases
from companion.service.transfer.playthrough import FileMalformed, Outcome, Run, play, read_script
from companion.service.transfer.record import told


@click.command("replay", help=here("replay.about"))
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--strict", is_flag=True, help=here("replay.option.strict"))
@click.option("--game", default="", metavar="SLUG", help=here("replay.option.game"))
@folders_option
@json_option
@lang_option
def command(files: tuple[str, ...], strict: bool, game: str, decks: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """Play each file; exit 1 where one is refused whole, its set-up is, or (strict) an action is; or a line of a case
    is answered otherwise than is written."""
    find = partial(title, folders=decks)
    show = _json_lines if as_json else _told_lines
    code = 0
    for file in files:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            if is_case_file(file, data):
                code = max(code, _try_cases(file, read_cases(file, data, find), as_json, lang))
                continue
            script = read_script(file, data)
            if game and script.opening.game != game:
                raise Refused(say(lang, "replay.other-game", file=file, found=script.opening.game, asked=game))
            run = play(script, find, strict)
        except (FileMalformed, OSError) as fault:
            click.secho(
                fault.sentence(lang)
                if isinstance(fault, FileMalformed)
                else f"{file}: {say(lang, 'replay.cannot-read')} ({fault.strerror or fault})",
                fg="red",
                err=True,
            )
            code = 1
            continue
        is_refused = run.playing is None or (strict and any(outcome.refused for outcome in run.outcomes))
        click.echo(show(file if len(files) > 1 else "", run, lang, not is_refused), nl=False)
        if is_refused:
            outcome = next(outcome for outcome in run.outcomes if outcome.refused)
            assert outcome.refused is not None
            rule = outcome.refused.violation.rule
            click.secho(f"{file}:{outcome.line}: {rule}: {outcome.refused.sentence(lang)}", fg="red", err=True)
            code = 1
            if strict:
                break
    sys.exit(code)


def _try_cases(file: str, cases: Sequence[Case], as_json: bool, lang: str) -> int:
    """Play the cases of a file and tell which lines are answered otherwise; the exit code."""
    found = [answer for case in cases for answer in answers(case)]
    wrong = [answer for answer in found if not answer.is_right]
    for one in found if as_json else ():
        row = {"line": one.number, "wanted": one.wanted, "answer": one.got, "right": one.is_right}
        click.echo(json.dumps({"file": file, **row}, ensure_ascii=False))
    for one in wrong:
        told = say(lang, "replay.otherwise", wanted=one.wanted, got=one.got)
        click.secho(f"{file}:{one.number}: {told}", fg="red", err=True)
    if not as_json:
        click.echo(say(lang, "replay.cases", file=file, cases=len(cases), lines=len(found), wrong=len(wrong)))
    return 1 if wrong else 0


def _json_lines(file: str, run: Run, lang: str, to_the_end: bool) -> str:
    head = {"file": file} if file else {}
    things = [{**head, **_judged(outcome, run.playing, lang)} for outcome in run.outcomes]
    if run.playing is not None and to_the_end:
        things.append({**head, "final": run.playing.state()})
    return "".join(json.dumps(thing, ensure_ascii=False) + "\n" for thing in things)


def _judged(outcome: Outcome, playing: LiveGame | None, lang: str) -> dict[str, object]:
    if outcome.finding is not None and playing is not None:
        return {"line": outcome.line, **outcome.finding.json(words_of(playing.title, lang))}
    if outcome.refused is None:
        return {"line": outcome.line, "accepted": True}
    rule, message = outcome.refused.violation.rule, outcome.refused.sentence(lang)
    return {"line": outcome.line, "accepted": False, "rule": rule, "message": message}


def _told_lines(file: str, run: Run, lang: str, to_the_end: bool) -> str:
    """Return the result for a person: what each line did, what was refused and why, and how the table stands."""
    lines = [click.style(file, bold=True)] if file else []
    if run.playing is not None:
        words = words_of(run.playing.title, lang)
        lines.append(f"{'':>5}  {told(run.playing, run.playing.entries[0], words)}")
    lines += [_told(outcome, run.playing, lang) for outcome in run.outcomes]
    if run.playing is not None and to_the_end:
        view = run.playing.game.view(run.playing.decklist, run.playing.course.table, words_of(run.playing.title, lang))
        hands = ", ".join(f"{seat.name} {seat.cards}" for seat in view.seats)
        piles = ", ".join(f"{pile.label} {pile.count}" for pile in view.piles)
        head = click.style(view.heading, fg="green", bold=True)
        lines.append(
            f"\n{head}\n{view.detail}\n{say(lang, 'replay.cards')}: {hands}\n{piles}".replace("\n\n\n", "\n\n")
        )
    return "\n".join(lines) + "\n"


def _told(outcome: Outcome, playing: LiveGame | None, lang: str) -> str:
    if outcome.refused is not None:
        rule = click.style(outcome.refused.violation.rule, dim=True)
        return f"{outcome.line:>5}  " + click.style(f"✗ {outcome.refused.sentence(lang)}", fg="red") + f" {rule}"
    assert playing is not None
    if outcome.finding is not None:
        answer = outcome.finding.json(words_of(playing.title, lang))
        return f"{outcome.line:>5}  ◇ {answer['public']}\n       {answer['private']}"
    assert outcome.entry is not None
    return f"{outcome.line:>5}  {told(playing, outcome.entry, words_of(playing.title, lang))}"
