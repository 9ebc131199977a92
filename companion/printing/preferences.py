"""What a viewer must know before printing: no scaling, the right tray, which edge to turn. Typst sets none of it.

The preferences are appended as an incremental update (PDF 32000-1, 7.5.6): nothing Typst wrote is touched. A document
with a plain cross-reference table, as Typst writes it, takes a millisecond; any other goes through pypdf.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Literal

Duplex = Literal["long", "short", ""]
NAMES = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "": "/Simplex"}

_TAIL = re.compile(rb"trailer\s*<<(?P<entries>.*?)>>\s*startxref\s+(?P<xref>\d+)\s+%%EOF\s*$", re.DOTALL)
_ROOT = re.compile(rb"/Root (?P<number>\d+) 0 R")
_CATALOG = re.compile(rb"(?P<entries><</Type/Catalog.*)/ViewerPreferences<<[^<>]*>>>>\s*$", re.DOTALL)


def at_true_size(pdf: bytes, duplex: Duplex = "") -> bytes:
    """The document with viewer preferences: print at 100 %, choose the tray by page size, feed as asked."""
    return _appended(pdf, NAMES[duplex]) or _rewritten(pdf, NAMES[duplex])


def _appended(pdf: bytes, duplex: str) -> bytes | None:
    """The catalog once more behind the end, with our preferences; None where the document is built otherwise."""
    tail = _TAIL.search(pdf, max(0, len(pdf) - 1024))
    root = _ROOT.search(tail["entries"]) if tail else None
    if tail is None or root is None:
        return None
    start = pdf.rfind(b"\n%s 0 obj\n" % root["number"])
    catalog = _CATALOG.match(pdf[start:].partition(b" obj\n")[2].partition(b"endobj")[0])
    if start < 0 or catalog is None:
        return None
    wanted = f"/PrintScaling/None/PickTrayByPDFSize true/DisplayDocTitle true/Duplex{duplex}".encode()
    body = b"%s 0 obj\n%s/ViewerPreferences<<%s>>>>\nendobj\n" % (root["number"], catalog["entries"], wanted)
    place = len(pdf) + 1
    table = b"xref\n%s 1\n%010d 00000 n\r\n" % (root["number"], place)
    entries = b"%s/Prev %s" % (tail["entries"], tail["xref"])
    end = b"trailer\n<<%s>>\nstartxref\n%d\n%%%%EOF\n" % (entries, place + len(body))
    return pdf + b"\n" + body + table + end


def _rewritten(pdf: bytes, duplex: str) -> bytes:
    """The same by pypdf, which understands every way to build a document."""
    from pypdf import PdfWriter
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject

    writer = PdfWriter(BytesIO(pdf), incremental=True)
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
        {
            NameObject("/PrintScaling"): NameObject("/None"),
            NameObject("/PickTrayByPDFSize"): BooleanObject(True),
            NameObject("/DisplayDocTitle"): BooleanObject(True),
            NameObject("/Duplex"): NameObject(duplex),
        }
    )
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
