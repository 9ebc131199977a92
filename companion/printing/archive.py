"""Several files as one ZIP, the same bytes for the same files."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Pack files in their order, uncompressed: PDF and PNG are packed already."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name, data in files:
            info = ZipInfo(name)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    """Return the files of such a ZIP by name."""
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
