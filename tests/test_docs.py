"""What stands in the documents is true."""

import re
import tomllib

import pytest
from readme import README, ROOT, fresh

TEXT = README.read_text("utf-8")


def test_the_made_parts_of_the_readme_are_fresh() -> None:
    assert fresh(TEXT) == TEXT, "README.md is stale: run python tests/readme.py"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "sample_transcripts/README.md", "bench/README.md"])
def test_links_lead_somewhere(name: str) -> None:
    path = ROOT / name
    for link in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
        assert link.startswith("https://") or (path.parent / link).exists(), link


def test_every_package_is_built_into_the_wheel() -> None:
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"])
    folders = {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "msgfix").rglob("__init__.py")}
    assert listed == folders | {"msgfix.schemas", "msgfix.schemas.blocks"}


def test_the_pieces_of_python_in_the_readme_compile() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        compile(code, "README.md", "exec")
