"""`msgfix rules`"""

import sys
from typing import Annotated

import typer


def rules(as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False) -> None:
    """List the rules: what is looked for and done."""
    from msgfix.report.rules import everything

    if as_json:
        from json import dumps

        print(dumps([row._asdict() for row in everything()], indent=2))
    else:
        from msgfix.report.rules_text import show_rules

        show_rules(everything(), sys.stdout)
    sys.stdout.flush()
