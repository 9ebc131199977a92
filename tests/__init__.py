"""The tests. NumPy's own threads are switched off before it is loaded: on a busy machine they wait for each other."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
