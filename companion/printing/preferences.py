"""What a viewer must know before printing: no scaling, the right tray, which edge to turn. Typst sets none of it."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

Duplex = Literal["long", "short", ""]
NAMES = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "": "/Simplex"}


def at_true_size(pdf: bytes, duplex: Duplex = "") -> bytes:
    """The document with viewer preferences: print at 100 %, choose the tray by page size, feed as asked."""
    from pypdf import PdfWriter
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject

    writer = PdfWriter(BytesIO(pdf), incremental=True)
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
        {
            NameObject("/PrintScaling"): NameObject("/None"),
            NameObject("/PickTrayByPDFSize"): BooleanObject(True),
            NameObject("/DisplayDocTitle"): BooleanObject(True),
            NameObject("/Duplex"): NameObject(NAMES[duplex]),
        }
    )
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
