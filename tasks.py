"""The commands of this repository, for a machine that has Python and nothing else.

    python3 tasks.py play             installs what is missing into .venv, starts the table, opens it
    python3 tasks.py play --reinstall     makes .venv anew first
    python3 tasks.py test             installs what is missing (a browser too), looks at style and types, runs the tests
                                      of every day
    python3 tasks.py test browser         every test of a part but the slow proofs: tests/parts.py names the parts
    python3 tasks.py test --long          all there are; `--long browser`: all of a part
    python3 tasks.py test --again 20 browser  a part twenty times on a busy machine: which tests are red now and then
    python3 tasks.py test --lowest        the tests that lean on other packages, with the oldest versions allowed
    python3 tasks.py test --newest        the same, with the newest
    python3 tasks.py mutate PART      bugs made by a machine in rules, referee, history or store: those no test finds
    python3 tasks.py lab simulate     whole games with hidden cards, against the rules (docs/laboratory.md)
    python3 tasks.py bench NAME       how long things take here; `bench --help` lists what can be measured
    python3 tasks.py install          everything an evening needs, camera and printing too, without starting
    python3 tasks.py audit            asks, over the network, whether those versions have known security advisories
    python3 tasks.py lock             writes constraints.txt: the versions that were tested, and their checksums
    python3 tasks.py release          wheel, source archive, site and a single-file program for this system, into dist/

Only the standard library is used here: nothing is installed yet when this file runs. It has to be understood by Python
3.6, which is told what to do.
"""

import sys

LEAST = (3, 11)


def main(arguments: "list[str]") -> int:
    """Run one of the commands."""
    if sys.version_info < LEAST:
        from tools.old_python import go_on

        return go_on(LEAST, arguments)
    command, *rest = arguments or ["help"]
    try:
        return run(command, rest)
    except KeyboardInterrupt:
        return 130


def run(command: str, rest: "list[str]") -> int:
    """Run a command; its modules are imported here, so that an older Python gets as far as the sentence above."""
    if command in ("lab", "bench"):  # each of their commands has a --help of its own
        from tools.testing import laboratory

        return laboratory(rest if command == "lab" else ["bench", *rest])
    if {"-h", "--help"} & {*rest}:  # asking for the help of a command does not run it
        print(__doc__)
        if command == "play":
            from tools.playing import tell_options

            tell_options()
        return 0
    if command == "play":
        from tools.playing import play

        return play(rest)
    if command == "fetch" and rest:  # what `play` starts beside the table
        from tools.playing import fetch

        return fetch(int(rest[0]))
    if command == "install":
        from tools.installing import ready
        from tools.requirements import PARTS, TABLE

        return 0 if ready(TABLE, PARTS) else 1
    if command in ("test", "lock"):
        from tools import testing

        return testing.test(rest) if command == "test" else testing.lock()
    if command == "mutate":
        from tools.mutating import mutate

        return mutate(rest)
    if command == "audit":
        from tools.auditing import audit

        return audit(rest)
    if command == "release":
        from tools.releasing import release

        return release()
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
