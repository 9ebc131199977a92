"""`python -m companion` is `companion`."""

from multiprocessing import freeze_support

from companion.cli import main

if __name__ == "__main__":
    freeze_support()  # a program in a single file starts its worker processes with itself
    main(prog_name="companion")
