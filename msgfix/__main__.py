"""`python -m msgfix` and the command `msgfix`."""

import gc
import os


def main() -> None:
    """Run the command line. Ends the process; an error that nobody foresaw ends it in one sentence too."""
    gc.set_threshold(100_000)  # the start alone makes a third of so many objects, all of them to stay
    from msgfix.cli import app
    from msgfix.cli.output import complain, unforeseen
    from msgfix.cli.streams import fit

    # To take apart all that was read, only to give its memory back, takes a tenth of a short run, and more of a long
    # one: the process ends at once, while it is held. Each command has written out what it had to say.
    fit()
    try:
        app(prog_name="msgfix")
    except SystemExit as end:
        os._exit(int(end.code or 0))
    except KeyboardInterrupt:
        os._exit(130)
    except Exception as error:
        complain(unforeseen(error))
        os._exit(4)


if __name__ == "__main__":
    main()
