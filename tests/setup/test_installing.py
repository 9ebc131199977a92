"""An installation that was cut short is never taken for whole, and mends itself."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.setup.checkout import Checkout
from tests.setup.registry import Registry, registry

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the folders of an environment are others there"),
    pytest.mark.long,  # a machine that runs the short one has just installed all of it
]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with pip and nothing else; making one takes long, so it is made once and copied."""
    path = tmp_path_factory.mktemp("bare") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(path)], check=True)
    return path


@pytest.fixture(scope="module")
def tabled(tmp_path_factory: pytest.TempPathFactory, bare: Path) -> Path:
    """Return a checkout in which the table is complete, without camera and printing."""
    return _filled(tmp_path_factory.mktemp("tabled") / "checkout", bare, "r.TABLE")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, tabled: Path) -> Path:
    """Return a checkout in which everything is complete."""
    return _filled(tmp_path_factory.mktemp("installed") / "checkout", tabled, "r.PARTS")


def _filled(folder: Path, venv: Path, stage: str) -> Path:
    with registry() as here:
        stocked(here)
        checkout = Checkout(folder, here.url).with_venv(venv)
        assert checkout.ready(stage)
    return checkout.venv


def stocked(here: Registry) -> Registry:
    here.add("plain-part")
    here.add("numpy")
    here.add("zxing-cpp", "zxingcpp")
    here.add("test-part")
    return here


@pytest.fixture
def packages() -> Iterator[Registry]:
    with registry() as here:
        yield stocked(here)


@pytest.fixture
def fresh(tmp_path: Path, packages: Registry, bare: Path) -> Checkout:
    return Checkout(tmp_path / "checkout", packages.url).with_venv(bare)


@pytest.fixture
def checkout(tmp_path: Path, packages: Registry, tabled: Path) -> Checkout:
    return Checkout(tmp_path / "checkout", packages.url).with_venv(tabled)


@pytest.fixture
def complete(tmp_path: Path, packages: Registry, installed: Path) -> Checkout:
    return Checkout(tmp_path / "checkout", packages.url).with_venv(installed)


def closed_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}/simple"


def test_a_download_that_is_cut_is_no_missing_build_and_goes_on_the_next_time(
    checkout: Checkout, packages: Registry
) -> None:
    packages.cut = {"zxing_cpp"}
    done = checkout.tasks("install")
    assert done.returncode == 1
    assert "was cut short, or there is no network" in done.stderr
    assert "for this machine" not in done.stderr and "Traceback" not in done.stderr
    assert checkout.marks() == {"table"}

    packages.cut = set()
    assert checkout.tasks("install").returncode == 0
    assert checkout.marks() == {"table", "parts"}
    assert checkout.loads("zxingcpp") and checkout.loads("numpy")
    again = checkout.tasks("play", PIP_INDEX_URL=closed_port())
    assert again.returncode == 0 and again.stderr == "", "a second start asks nobody"


def test_without_the_network_nothing_counts_as_done_and_later_the_tests_can_be_installed(fresh: Checkout) -> None:
    done = fresh.tasks("play", PIP_INDEX_URL=closed_port(), PIP_RETRIES="0")
    assert done.returncode == 1 and done.stdout == ""
    assert "there is no network" in done.stderr and "Traceback" not in done.stderr
    # The size is said before anything is fetched.
    assert done.stderr.index(" MB") < done.stderr.index("there is no network")
    assert fresh.marks() == set()
    assert fresh.ready("r.TABLE", "r.TEST")
    assert fresh.loads("plain_part") and fresh.loads("test_part")


def test_what_nobody_builds_for_this_machine_is_left_out(checkout: Checkout, packages: Registry) -> None:
    packages.files = {name: data for name, data in packages.files.items() if not name.startswith("zxing")}
    packages.add("zxing-cpp", "zxingcpp", platform="win_arm64")
    done = checkout.tasks("install")
    assert done.returncode == 0
    assert "There is no zxing-cpp for this machine" in done.stderr
    assert checkout.loads("numpy") and not checkout.loads("zxingcpp")
    assert "--reinstall" in checkout.tasks("play").stderr


def test_what_was_left_out_is_tried_again_when_asked(checkout: Checkout, packages: Registry) -> None:
    (checkout.venv / ".complete-parts").write_text("zxing-cpp\n", "utf-8")
    done = checkout.tasks("play", "--reinstall")
    assert done.returncode == 0 and json.loads(done.stdout)["words"] == ["serve"]
    assert checkout.loads("zxingcpp")


def test_a_package_that_does_not_load_here_is_named(checkout: Checkout, packages: Registry) -> None:
    packages.add("zxing-cpp", "zxingcpp", text=b"raise ImportError('built for another system')")
    done = checkout.tasks("install")
    assert "zxing-cpp does not work here: ImportError: built for another system" in done.stderr


# An interrupted installation goes on in the same way, above.
def test_an_installation_that_was_killed_is_done_again(complete: Checkout) -> None:
    module = next(complete.venv.glob("lib/*/site-packages/zxingcpp.py"))
    module.unlink()
    (complete.venv / ".complete-parts").rename(complete.venv / ".installing-parts")
    assert complete.tasks("install").returncode == 0
    assert complete.loads("zxingcpp")


def test_a_half_made_environment_is_made_anew(tmp_path: Path, packages: Registry) -> None:
    checkout = Checkout(tmp_path / "checkout", packages.url)
    (checkout.venv / "bin").mkdir(parents=True)
    (checkout.venv / "bin/python").symlink_to(sys.executable)
    assert checkout.tasks("play").returncode == 0
    assert checkout.loads("plain_part")


def test_to_make_it_anew_without_the_network_changes_nothing(complete: Checkout) -> None:
    done = complete.tasks("play", "--reinstall", PIP_INDEX_URL=closed_port(), PIP_RETRIES="0")
    assert done.returncode == 1 and "there is no network" in done.stderr
    assert complete.marks() == {"table", "parts"} and complete.loads("zxingcpp")
    assert complete.tasks("play", PIP_INDEX_URL=closed_port(), PIP_RETRIES="0").returncode == 0


def test_the_table_is_open_while_camera_and_printing_are_fetched(checkout: Checkout, packages: Registry) -> None:
    packages.held = {"numpy"}
    table = checkout.started("play", "--no-browser", OPEN_FOR="60")
    assert table.stdout is not None and table.stderr is not None
    try:
        said = json.loads(table.stdout.readline())
        assert said["words"] == ["serve", "--no-browser"]
        assert checkout.marks() == {"table"}
        packages.go.set()
        assert any("camera and printing are ready" in line for line in table.stderr)
        assert checkout.marks() == {"table", "parts"}
    finally:
        table.kill()
        table.communicate()


def test_whoever_kills_play_kills_the_table_and_what_is_fetched_beside_it(
    checkout: Checkout, packages: Registry
) -> None:
    packages.held = {"numpy"}
    table = checkout.started("play", OPEN_FOR="60")
    assert table.stdout is not None
    said = json.loads(table.stdout.readline())
    assert said["pid"] == table.pid
    table.send_signal(signal.SIGKILL)
    # The process that fetches beside it holds stderr, too: the pipe closes when the last of them has gone.
    table.communicate(timeout=30)
    with pytest.raises(ProcessLookupError):
        os.kill(said["pid"], 0)


def sums_of(packages: Registry, *names: str) -> str:
    """Return constraints with the checksums of the registry's packages of these names."""
    lines: list[str] = []
    for name in names:
        mine = [data for file, data in packages.files.items() if file.startswith(f"{name.replace('-', '_')}-2.0-")]
        lines += [f"{name}==2.0", *(f"    # sha256:{hashlib.sha256(data).hexdigest()}" for data in mine)]
    return "\n".join(lines) + "\n"


def test_a_file_that_is_not_the_tested_one_is_not_installed(checkout: Checkout, packages: Registry) -> None:
    packages.add("numpy", platform="win_arm64")
    constraints = checkout.folder / "constraints.txt"
    constraints.write_text(sums_of(packages, "plain-part", "numpy", "zxing-cpp"), "utf-8")
    whole = dict(packages.files)
    packages.add("numpy", text=b"import os  # put in its place since")
    done = checkout.tasks("install")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "numpy-2.0-py3-none-any.whl is none of the files of numpy 2.0 that were tested" in done.stderr
    assert checkout.marks() == {"table"} and not checkout.loads("numpy")
    packages.files = whole
    done = checkout.tasks("install")
    assert done.returncode == 0 and checkout.loads("numpy") and checkout.loads("zxingcpp")


def test_where_a_tested_version_does_not_fit_the_others_are_the_tested_ones(
    checkout: Checkout, packages: Registry
) -> None:
    (checkout.folder / "constraints.txt").write_text(sums_of(packages, "plain-part", "numpy", "zxing-cpp"), "utf-8")
    packages.files = {name: data for name, data in packages.files.items() if not name.startswith("numpy")}
    packages.add("numpy", platform="win_arm64")
    packages.add("numpy", version="2.5")
    packages.add("zxing-cpp", "zxingcpp", version="2.7")
    done = checkout.tasks("install")
    assert done.returncode == 0, done.stderr
    assert checkout.loads("numpy") and checkout.loads("zxingcpp")
    names = [path.name for path in checkout.venv.glob("lib/python3*/site-packages/*.dist-info")]
    assert {"numpy-2.5.dist-info", "zxing_cpp-2.0.dist-info"} <= {*names}
