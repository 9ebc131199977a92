"""https on a home network: an authority of this table's own, made once, that can sign for the home network only.

Its certificate says itself that it is good for private addresses and `.local` names and nothing else: who installs it
on a tablet does not let this table (or whoever steals its key) pass for a bank. The key never leaves the data folder.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CA_DAYS = 3650
LEAF_DAYS = 397
"""The longest that browsers take."""
RENEW_DAYS = 30
"""Days before the end at which a new one is made."""
NAMES = ("localhost", "local", "home.arpa")
NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
_CA, _CA_KEY, _LEAF = "ca.pem", "ca-key.pem", "leaf.pem"

Key = ec.EllipticCurvePrivateKey


class Authority:
    """The authority kept in a folder (made there the first time), and the certificate of this machine under it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.certificate, self._key = self._kept() or self._made()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols(["http/1.1"])

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the authority's certificate, in pairs, as systems show it."""
        return ":".join(f"{byte:02X}" for byte in self.certificate.fingerprint(hashes.SHA256()))

    @property
    def der(self) -> bytes:
        """The certificate as devices take it in."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def renew(self, addresses: Sequence[str]) -> bool:
        """Make this machine's certificate anew where an address is missing in it or it ends soon; whether it was."""
        leaf = self._folder / _LEAF
        names = {"localhost", "127.0.0.1", "::1", local_name()}
        wanted = {one for one in (*names, *addresses) if one and _may_be_signed(one)}
        if self._is_good(leaf, wanted):
            self.context.load_cert_chain(leaf)
            return False
        _write_private(leaf, self._signed(wanted))
        self.context.load_cert_chain(leaf)
        return True

    def _kept(self) -> tuple[x509.Certificate, Key] | None:
        try:
            certificate = x509.load_pem_x509_certificate((self._folder / _CA).read_bytes())
            key = serialization.load_pem_private_key((self._folder / _CA_KEY).read_bytes(), None)
        except (OSError, ValueError):
            return None
        is_ours = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == certificate.public_key()
        ends = certificate.not_valid_after_utc - timedelta(days=LEAF_DAYS)
        return (certificate, key) if is_ours and ends > _now() else None  # type: ignore[return-value]

    def _made(self) -> tuple[x509.Certificate, Key]:
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"Mesa · {socket.gethostname()[:40]} · {_now():%Y-%m-%d}")
        allowed = [x509.DNSName(one) for one in NAMES]
        networks = [x509.IPAddress(ipaddress.ip_network(one)) for one in NETWORKS]
        certificate = (
            _begun(name, name, key, CA_DAYS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.NameConstraints([*allowed, *networks], None), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        _write_private(self._folder / _CA_KEY, _pem_of(key))
        _write_private(self._folder / _CA, certificate.public_bytes(serialization.Encoding.PEM))
        with suppress(OSError):
            (self._folder / _LEAF).unlink()
        return certificate, key

    def _is_good(self, leaf: Path, wanted: set[str]) -> bool:
        try:
            found = x509.load_pem_x509_certificate(leaf.read_bytes())
            names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
            found.verify_directly_issued_by(self.certificate)
        except Exception:
            # Whatever is wrong with a file that we can make anew: we make it anew.
            return False
        covered = {str(name.value) for name in names}
        return wanted <= covered and found.not_valid_after_utc - timedelta(days=RENEW_DAYS) > _now()

    def _signed(self, subjects: set[str]) -> bytes:
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = (
            _begun(_name(socket.gethostname()[:60]), self.certificate.subject, key, LEAF_DAYS)
            .add_extension(x509.SubjectAlternativeName([*_alternatives(sorted(subjects))]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()),
                critical=False,
            )
            .sign(self._key, hashes.SHA256())
        )
        return _pem_of(key) + certificate.public_bytes(serialization.Encoding.PEM)


def local_name() -> str:
    """Return the name of this machine on a network that knows names (Bonjour, Avahi)."""
    first = socket.gethostname().partition(".")[0].lower()
    return f"{first}.local" if first and first != "localhost" else ""


def _may_be_signed(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or any(name.endswith(f".{end}") for end in NAMES)
    networks = map(ipaddress.ip_network, NETWORKS)
    return any(address in network for network in networks if network.version == address.version)


def _alternatives(subjects: Iterable[str]) -> Iterable[x509.GeneralName]:
    for one in subjects:
        try:
            yield x509.IPAddress(ipaddress.ip_address(one))
        except ValueError:
            yield x509.DNSName(one)


def _begun(subject: x509.Name, issuer: x509.Name, key: Key, days: int) -> x509.CertificateBuilder:
    # Two days back: clocks at home are wrong, and a Raspberry Pi has none until it has asked for the time.
    start = _now() - timedelta(days=2)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _now() -> datetime:
    return datetime.now(UTC)


def _pem_of(key: Key) -> bytes:
    kinds = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, *kinds)


def _write_private(path: Path, data: bytes) -> None:
    draft = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):
        draft.unlink()
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    draft.replace(path)
