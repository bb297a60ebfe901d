"""Make a big session: `python -m bench.generate --mb 100 -o big.jsonl`."""

from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path

from bench.session import Plan, Session

MB = 1_000_000


def make(path: Path, plan: Plan) -> Path:
    with path.open("wb", buffering=MB) as sink:
        Session(plan).write(sink)
    return path


def main() -> None:
    options = ArgumentParser(prog="python -m bench.generate", description=__doc__)
    options.add_argument("-o", "--output", type=Path, required=True)
    options.add_argument("--mb", type=float, default=10, help="size; pictures come on top")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--compact", action=BooleanOptionalAction, default=True, help="compact now and then")
    options.add_argument("--broken", action="store_true", help="damage every fiftieth line")
    options.add_argument(
        "--pictures", type=float, default=0, metavar="RATE", help="share of prompts and reads with one"
    )
    options.add_argument("--newer", action="store_true", help="lines as clients from 2.1.90 on write them")
    given = vars(options.parse_args())
    make(given.pop("output"), Plan(size=int(given.pop("mb") * MB), **given))


if __name__ == "__main__":
    main()
