"""`msgfix rules`"""

import sys

import click


@click.command
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def rules(as_json: bool) -> None:
    """List the rules: what is looked for and done."""
    from msgfix.report.rules import everything

    if as_json:
        from json import dumps

        print(dumps([row._asdict() for row in everything()], indent=2))
    else:
        from msgfix.report.rules_text import rules_shown

        sys.stdout.write(rules_shown(everything(), sys.stdout))
