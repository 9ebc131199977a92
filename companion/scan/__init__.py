"""Eyes: pictures and camera frames in, the cards that are in them out, with their corners. Nothing is kept.

Read `reader` (what was thought of one tag), `picture` (bytes to a picture, looked at before they are unpacked), `look`
(a picture to the answer of `companion scan`), `tag_reader` (both ways to read, one after the other), `zxing` and
`closedset` (the two ways), `temporal` (many frames, one answer), `camera` (kept open, its troubles said).
Under `closedset` lie `locate`, `maps`, `pattern`, `covered` and `templates`, in the order they are used.
Importing this package loads neither OpenCV nor NumPy.
"""

import os

MOST_PIXELS = 51_000_000
"""What a telephone of 48 or 50 megapixels takes: 190 MB while it is unpacked and looked at, one at a time."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # read once, when OpenCV is first imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads are made; `threads` stops those that were
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # its own words about cameras are no help to a player
