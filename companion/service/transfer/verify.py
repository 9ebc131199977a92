"""Whether what was exported is what was written: the chain of seals of a record, as `store/seals` follows a file's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.engine.actions import Malformed
from companion.service.live.parsing import parse
from companion.service.transfer.record import FORMAT
from companion.store import seals
from companion.store.rows import BATCH, FIRST_SEAL, Written, dump, sealed
from companion.store.seals import Chain

_ROW = ("at", "via", "action_id", "action", "facts")
_SQLITE = b"SQLite format 3\x00"


def chains_of(path: Path) -> list[Chain]:
    """Return the chains of a folder, of a file of games (a backup too), or of one exported record.

    Raise `OSError`, a `StoreFault` for a file of games that cannot be read, `Malformed` for a record that is none.
    """
    games = games_of(path)
    if games is not None:
        return seals.of_file(games)
    thing = parse(path.read_bytes())
    return [of_record(expanded(thing) if isinstance(thing, dict) else thing)]


def games_of(path: Path) -> Path | None:
    """Return the file of games that is meant by a folder or a file; None for an exported record. Raise `OSError`."""
    file = path / "companion.db" if path.is_dir() else path
    with file.open("rb") as opened:
        return file if opened.read(len(_SQLITE)) == _SQLITE or path.is_dir() else None


def of_record(thing: object) -> Chain:
    """Return the chain of an exported record. Raise `Malformed` if it is none, or one without seals."""
    if not isinstance(thing, dict) or not isinstance(thing.get("entries"), list) or not thing["entries"]:
        raise Malformed("malformed.record", fault="entries")
    entries = thing["entries"]
    if not any(isinstance(entry, dict) and "seal" in entry for entry in entries):
        raise Malformed("malformed.record-unsealed")
    return seals.followed(
        str(thing.get("id", "")),
        str(thing.get("name", "")),
        map(_line, (entry if isinstance(entry, dict) else {} for entry in entries)),
        len(entries),
    )


def expanded(thing: Mapping[str, object]) -> Mapping[str, object]:
    """Return a record as a device carries it (`rows`, and the last seal) with its entries written out; any other
    unchanged.

    Raise `Malformed` for the record of a newer program, and if its rows do not lead to its seal.
    """
    form = thing.get("record")
    if isinstance(form, int) and form > FORMAT:
        raise Malformed("malformed.record-version", found=form)
    rows = thing.get("rows")
    if not isinstance(rows, list) or "entries" in thing:
        return thing
    entries: list[dict[str, object]] = []
    seal = FIRST_SEAL
    for number, row in enumerate(rows, 1):
        if not (isinstance(row, list) and len(row) == len(_ROW) and all(isinstance(text, str) for text in row[:3])):
            raise Malformed("malformed.record", fault=f"rows.{number - 1}")
        at, via, action_id, action, facts = row
        seal = sealed(seal, number, dump(action), dump(facts), at, via, action_id)
        entries.append({"number": number, **dict(zip(_ROW, row, strict=True)), "seal": seal})
    if seal != thing.get("seal"):
        raise Malformed("malformed.record-seal", number=len(rows))
    return {**{key: value for key, value in thing.items() if key not in ("rows", "seal")}, "entries": entries}


def _line(entry: Mapping[str, object]) -> Written:
    """Return the row an entry of a record was in the log; anything missing in it fits no seal."""
    number, texts = entry.get("number"), (entry.get("at"), entry.get("via"), entry.get("action_id", ""))
    at, via, action_id = (text if isinstance(text, str) else "?" for text in texts)
    action = entry.get("action")
    return Written(
        number if isinstance(number, int) else -1,
        dump({**action, BATCH: entry[BATCH]} if isinstance(action, dict) and BATCH in entry else action),
        dump(entry.get("facts")),
        at,
        via,
        action_id or None,
        str(entry.get("seal", "")),
    )
