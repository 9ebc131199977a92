"""`tasks.py bench`: how long things take here. A suite is a module `bench_NAME` with a `command`."""
