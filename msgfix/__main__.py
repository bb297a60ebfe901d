"""`python -m msgfix` and the command `msgfix`."""

import gc
import sys


def main() -> None:
    """Run the command line. Ends the process; an error that nobody foresaw ends it in one sentence too."""
    gc.set_threshold(100_000)  # the start alone makes a third of so many objects, all of them to stay
    from msgfix.cli import app
    from msgfix.cli.output import complain, unforeseen
    from msgfix.cli.streams import fit

    fit()
    try:
        app(prog_name="msgfix")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        complain(unforeseen(error))
        sys.exit(4)
    finally:
        gc.freeze()  # as it ends, Python would search once more all that it holds: a fifth of a short run


if __name__ == "__main__":
    main()
