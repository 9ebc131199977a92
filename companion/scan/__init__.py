"""Eyes: pictures and camera frames in, the cards that are in them out, with their corners. Nothing is kept.

Read `reading` (what was thought of one tag), `picture` (bytes to a picture, looked at before they are unpacked),
`zxing` and `closedset` (the two ways to read a tag), `eyes` (both, one after the other), `steady` (many frames, one
answer), `camera` (the host's webcam), `look` (a picture to the answer of `companion scan`), `bench` (how well).
Importing this package loads neither OpenCV nor NumPy.
"""
