"""https of a home network: an authority that is good for the home network only."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from companion.web.server import certificates
from companion.web.server.certificates import CA_DAYS, LEAF_DAYS, Authority


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    authority = Authority(tmp_path / "https")
    authority.renew(["192.168.1.20"])
    return authority


def _leaf(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "https" / "leaf.pem").read_bytes())


def test_it_is_made_once_and_its_key_is_this_users_alone(authority: Authority, tmp_path: Path) -> None:
    again = Authority(tmp_path / "https")
    assert again.fingerprint == authority.fingerprint
    assert len(authority.fingerprint) == 95
    for name in ("ca-key.pem", "leaf.pem"):
        assert (tmp_path / "https" / name).stat().st_mode & 0o077 == 0


def test_the_machines_certificate_has_its_addresses_and_a_short_life(authority: Authority, tmp_path: Path) -> None:
    leaf = _leaf(tmp_path)
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    covered = {str(one.value) for one in names}
    assert {"192.168.1.20", "127.0.0.1", "localhost"} <= covered
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=LEAF_DAYS)
    assert not authority.renew(["192.168.1.20"])
    assert _leaf(tmp_path).serial_number == leaf.serial_number


def test_another_address_or_the_end_in_sight_makes_a_new_one(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _leaf(tmp_path).serial_number
    assert authority.renew(["192.168.1.99"])
    second = _leaf(tmp_path).serial_number
    assert second != first
    later = datetime.now(UTC) + timedelta(days=LEAF_DAYS - 20)
    monkeypatch.setattr(certificates, "_now", lambda: later)
    assert authority.renew(["192.168.1.99"])
    (tmp_path / "https" / "leaf.pem").write_bytes(b"rubbish")
    assert authority.renew(["192.168.1.99"])


@pytest.mark.parametrize(("days", "is_kept"), [(CA_DAYS - LEAF_DAYS - 5, True), (CA_DAYS - LEAF_DAYS, False)])
def test_no_certificate_outlives_its_authority(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, is_kept: bool
) -> None:
    now = datetime.now(UTC) + timedelta(days=days)
    monkeypatch.setattr(certificates, "_now", lambda: now)
    assert (Authority(tmp_path / "https").fingerprint == authority.fingerprint) is is_kept


def test_addresses_of_houses_and_hotspots_are_signed_and_no_public_one(authority: Authority, tmp_path: Path) -> None:
    at_home = {"10.1.2.3", "172.20.10.2", "172.31.0.9", "192.168.1.20", "169.254.7.7", "100.127.0.1", "fd00::7"}
    authority.renew([*sorted(at_home), "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2001:db8::7"])
    names = _leaf(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(one.value) for one in names if isinstance(one, x509.IPAddress)} - {"127.0.0.1", "::1"} == at_home


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, a second opinion, is not installed")
@pytest.mark.parametrize(("name", "is_good"), [("bank.example.com", False), ("mesa.local", True)])
def test_a_stolen_key_cannot_sign_for_a_bank(authority: Authority, tmp_path: Path, name: str, is_good: bool) -> None:
    forged = tmp_path / "forged.pem"
    builder = certificates._begun(certificates._name(name), authority.certificate.subject, authority._key, 30)
    alternative = x509.SubjectAlternativeName([x509.DNSName(name)])
    made = builder.add_extension(alternative, critical=False).sign(authority._key, hashes.SHA256())
    forged.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    command = ["openssl", "verify", "-CAfile", str(tmp_path / "https" / "ca.pem"), str(forged)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode == 0) is is_good, found.stdout + found.stderr


def test_browsers_that_trust_it_connect(authority: Authority, tmp_path: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(tmp_path / "https" / "ca.pem"))
    client_in, server_in = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(client_in, server_in, server_hostname="192.168.1.20")
    server = authority.context.wrap_bio(server_in, client_in, server_side=True)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert client.version() == "TLSv1.3"
