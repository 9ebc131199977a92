"""The eyes. Their package is imported first: it sets what NumPy and OpenCV read when they are loaded."""

import companion.scan  # noqa: F401
