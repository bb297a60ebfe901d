"""`python -m msgfix` and the command `msgfix`."""

import sys


def main() -> None:
    """Run the command line. Ends the process; an error that nobody foresaw ends it in one sentence too."""
    from msgfix.cli import app
    from msgfix.cli.output import complain, unforeseen

    try:
        app(prog_name="msgfix")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        complain(unforeseen(error))
        sys.exit(4)


if __name__ == "__main__":
    main()
