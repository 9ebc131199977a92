"""Real networks, each in a namespace of its own: the address that phones are given, and a phone that comes in by it.

As root, on Linux. `python3 tasks.py lab networks` prints the same as a table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.networks import CHANGING, NETWORKS, PORT, is_possible, tried

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not is_possible(), reason="namespaces take Linux, root, unshare, nsenter and ip"),
]


@pytest.mark.parametrize("case", NETWORKS)
def test_the_address_that_is_offered_lets_a_phone_in(case: str, tmp_path: Path) -> None:
    wanted = NETWORKS[case]["offered"]
    row = tried(case, tmp_path)
    assert (row.offered, row.is_in) == (wanted, bool(wanted))
    if not wanted:
        assert row.doctor == "No network found."
    elif case != CHANGING:
        url = f"http://[{wanted}]" if ":" in wanted else f"http://{wanted}"
        assert row.doctor.startswith(f"Address on the network: {url}:{PORT} (")
