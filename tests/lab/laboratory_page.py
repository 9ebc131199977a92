"""The figures of docs/laboratory.md: who won, as a picture, and the change each answer to an open question makes.

`python -m tests.lab.laboratory_page` writes both from the measured results.
"""

from __future__ import annotations

from pathlib import Path

from tests.lab.harness.many_games import label_of
from tests.lab.results.option_effects import effects
from tests.lab.results.plot import svg
from tests.lab.results.stored import measured

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURE = DOCS / "laboratory.md", DOCS / "images" / "en" / "who-wins.svg"
BEGINS, ENDS = "<!-- what options change -->\n", "<!-- /what options change -->\n"
PLAYERS = (4, 8, 12)


def told() -> str:
    """Tell by how many points the humans win more often under each answer, with the 95 % interval."""
    found = {(label_of(one.options), one.players): one for one in effects(measured("options"))}
    lines = ["| answer | " + " | ".join(f"with {many}" for many in PLAYERS) + " |", "|---|" + "---:|" * len(PLAYERS)]
    for label in dict.fromkeys(label for label, _ in found):
        row = [found[label, many] for many in PLAYERS]
        cells = (f"{one.apart:+.1f} ({one.low:+.1f}…{one.high:+.1f})" for one in row)
        lines.append(f"| `{label}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def write() -> None:
    """Write the picture and the table."""
    PICTURE.write_text(svg(measured("options")) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    PAGE.write_text(before + BEGINS + told() + ENDS + rest.partition(ENDS)[2], encoding="utf-8")


if __name__ == "__main__":
    write()
