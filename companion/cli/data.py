"""`--data FOLDER`: where the games of a command lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import here
from companion.store import default_folder
from companion.store.folder import Folder

F = TypeVar("F", bound=Callable[..., Any])


def data_option(command: F) -> F:
    """Add `--data FOLDER`. The command gets `data`, which may be None."""
    return click.option(
        "--data",
        metavar=here("metavar.folder"),
        type=click.Path(path_type=Path, file_okay=False),
        help=here("data.option.data"),
    )(command)


def folder_of(data: Path | None) -> Folder:
    """Return the folder asked for, else this user's."""
    return Folder(data or default_folder())
