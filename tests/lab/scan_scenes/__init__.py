"""Table scenes drawn from a seed, with exact truth, to measure the reader on. Needs OpenCV, NumPy and segno.

Read `seeds` (which scenes are reported), `render` (one scene), then the parts: `faces`, `layouts`, `view`, `light`,
`trouble`. The definition is that of a trial made before the project; its figures are the anchors of `docs/scanning.md`.
"""
