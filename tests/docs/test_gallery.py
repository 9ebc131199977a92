"""The gallery of screens is made in the folder that was named, and nowhere for what is no folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.gallery import main


@pytest.mark.parametrize(("said", "code"), [(["--help"], 0), (["-h"], 0), (["--folder"], 2), ([], 2)])
def test_what_is_no_folder_makes_none(
    said: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(said)
    assert left.value.code == code
    assert not [*tmp_path.iterdir()]
