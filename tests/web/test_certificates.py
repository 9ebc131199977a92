"""https of a home network: an authority that is good for the home network only."""

from __future__ import annotations

import re
import shutil
import socket
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


def _told(one: x509.Certificate) -> list[str]:
    """Write out what stands in a certificate, without its keys."""
    days = (one.not_valid_after_utc - one.not_valid_before_utc).days
    lines = [
        f"{one.subject.rfc4514_string()} by {one.issuer.rfc4514_string()} {one.not_valid_before_utc:%d.%m.} {days}"
    ]
    for part in one.extensions:
        said = re.sub(r"\w+=(False|None)(, )?|<\w+\(|value=|[)>'\[\]]", "", str(part.value))
        lines.append(f"{'!' * part.critical}{'key' if 'KeyIdentifier(' in str(part.value) else said}")
    return lines


def test_what_stands_in_both_and_when_the_machines_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 11, 28, 18, tzinfo=UTC)
    monkeypatch.setattr(certificates, "_now", lambda: now)
    monkeypatch.setattr(socket, "gethostname", lambda: "Mesa-del-salon.example." + "x" * 50)
    authority = Authority(tmp_path / "https")
    assert authority.renew(["192.168.1.20"])
    ca = f"CN=Mesa · Mesa-del-salon.example.{'x' * 17} · 2026-11-28"
    assert _told(authority.certificate) == [
        f"{ca} by {ca} 26.11. 3650",
        "!ca=True, path_length=0",
        "!permitted_subtrees=localhost, local, home.arpa, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, "
        "100.64.0.0/10, 127.0.0.0/8, fc00::/7, fe80::/10, ::1/128, ",
        "!key_cert_sign=True, crl_sign=True, ",
        "key",
    ]
    assert _told(_leaf(tmp_path)) == [
        f"CN=Mesa-del-salon.example.{'x' * 37} by {ca} 26.11. 397",
        "127.0.0.1, 192.168.1.20, ::1, localhost, mesa-del-salon.local",
        "!",
        "oid=1.3.6.1.5.5.7.3.1, name=serverAuth",
        "!digital_signature=True, ",
        "key",
    ]
    assert not authority.renew(["192.168.1.20"])
    for days, is_made in ((364, False), (365, True)):
        now = datetime(2026, 11, 28, 18, 0, 1, tzinfo=UTC) + timedelta(days=days)
        assert authority.renew(["192.168.1.20"]) is is_made
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
