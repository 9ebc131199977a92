"""Packages of each stage, the oldest versions, and the meaning of pip's words."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest

from tools.pip import Said
from tools.requirements import COMPILED, PARTS, TABLE, TEST, lowest, name_of, project, wanted
from tools.windows import ExtendedLimits

ROOT = Path(__file__).resolve().parents[2]


def test_every_requirement_is_fetched_in_one_of_the_two_stages() -> None:
    table, parts = wanted(ROOT, TABLE), wanted(ROOT, PARTS)
    assert sorted(table + parts) == sorted(project(ROOT)["project"]["dependencies"])
    assert {name_of(one) for one in parts} == set(COMPILED)
    assert "psycopg" in {name_of(one) for one in wanted(ROOT, TEST)}


@pytest.mark.parametrize(
    ("asked", "oldest"),
    [
        ("flask>=3.1,<4", "flask==3.1"),
        ("psycopg[binary]>=3.2,<4", "psycopg[binary]==3.2"),
        ("typst>=0.13.4,<1; platform_machine in 'x86_64'", "typst==0.13.4 ; platform_machine in 'x86_64'"),
        ("anything", "anything"),
    ],
)
def test_the_oldest_version_that_is_allowed(asked: str, oldest: str) -> None:
    assert lowest(asked) == oldest


def test_every_tested_version_is_one_that_is_allowed() -> None:
    locked = dict(
        re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8").lower(), re.MULTILINE)
    )
    for one in wanted(ROOT, TABLE) + wanted(ROOT, PARTS):
        bounds = dict(re.findall(r"(>=|<)\s*([\d.]+)", one.partition(";")[0]))
        version = _numbers(locked[name_of(one)])
        assert _numbers(bounds[">="]) <= version < _numbers(bounds["<"]), one


MENDED = {
    "cryptography": "50.0.0",  # CVE-2026-69247
    "flask": "3.1.3",  # CVE-2026-27205
    "h11": "0.16.0",  # CVE-2025-43859
    "jinja2": "3.1.6",  # CVE-2025-27516
    "pypdf": "6.21.4",  # CVE-2026-119203 and six more
    "werkzeug": "3.1.6",  # CVE-2026-27199
}
"""The first versions without an advisory that was known in November 2026."""


@pytest.mark.parametrize("name", MENDED)
def test_no_version_with_a_known_advisory_is_allowed(name: str) -> None:
    (one,) = (one for one in wanted(ROOT, TABLE) if name_of(one) == name)
    assert _numbers(lowest(one).rpartition("==")[2] + ".0.0") >= _numbers(MENDED[name])


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


NO_NETWORK = """WARNING: Retrying (Retry(total=4, connect=None, read=None)) after connection broken by
'NewConnectionError: Failed to establish a new connection: [Errno 111] Connection refused'': /simple/typst/
ERROR: Could not find a version that satisfies the requirement typst (from versions: none)
ERROR: No matching distribution found for typst"""
NO_BUILD = """ERROR: Could not find a version that satisfies the requirement typst (from versions: none)
ERROR: No matching distribution found for typst"""
NO_BUILD_OF_THE_TESTED_VERSION = """ERROR: Cannot install typst<1 because these versions have conflicting dependencies.
ERROR: ResolutionImpossible: for help visit the documentation"""
CUT = "pip._vendor.urllib3.exceptions.ProtocolError: ('Connection broken: IncompleteRead(1024 bytes read)')"
CUT_OLD = "ERROR: Wheel 'zxing-cpp' located at a/zxing_cpp-2.0-py3-none-any.whl is invalid."
WRONG_SUM = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."
FULL = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"


@pytest.mark.parametrize(
    ("errors", "network", "no_match", "full"),
    [
        (NO_NETWORK, True, False, False),
        (NO_BUILD, False, True, False),
        (NO_BUILD_OF_THE_TESTED_VERSION, False, True, False),
        (CUT, True, False, False),
        (CUT_OLD, True, False, False),
        (WRONG_SUM, True, False, False),
        (FULL, False, False, True),
    ],
)
def test_what_pip_says_and_what_it_means(errors: str, network: bool, no_match: bool, full: bool) -> None:
    said = Said(1, errors)
    assert (said.is_network, said.has_no_match, said.is_disk_full) == (network, no_match, full)
    assert not Said(0, errors).is_network


def test_the_job_of_windows_has_the_layout_windows_expects() -> None:
    assert ctypes.sizeof(ctypes.c_void_p) != 8 or ctypes.sizeof(ExtendedLimits) == 144
