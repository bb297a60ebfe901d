"""Imports go one way. Each layer may import those before it, never those behind it."""

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "msgfix"

LAYERS = (
    ("msgfix.model", "msgfix.edits"),
    ("msgfix.pairing",),
    ("msgfix.passes",),
    ("msgfix.apply",),
    ("msgfix.pipeline",),
    ("msgfix.checking",),
    ("msgfix.disk", "msgfix.report"),
    ("msgfix.cli",),
)
# The contract is the second opinion on what the passes made: it must not share their views.
CONTRACT_IS_BLIND_TO = (
    "msgfix.passes",
    "msgfix.apply",
    "msgfix.worksheet",
    "msgfix.pairing",
    "msgfix.edits",
    "msgfix.model",
    "msgfix.history",
    "msgfix.pipeline",
)
# Heavy or particular libraries, and the one place that may import each.
ONLY_IN = {"click": "msgfix.cli", "rich": "msgfix.report"}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports_of(module: str) -> frozenset[str]:
    """Full names of all modules that a module imports, inside functions too; not those for type checkers alone."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names: set[str] = set()
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            names.update(_imported(str(node.module), alias.name) for alias in node.names)
        todo.extend(ast.iter_child_nodes(node))
    return frozenset(names)


def _imported(package: str, name: str) -> str:
    return f"{package}.{name}" if f"{package}.{name}" in MODULES else package


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def layer_of(module: str) -> int | None:
    return next((n for n, layer in enumerate(LAYERS) if any(within(module, one) for one in layer)), None)


def reach(module: str) -> set[str]:
    """What a module imports, itself or by way of modules that stand in no layer."""
    reached: set[str] = set()
    todo = [module]
    while todo:
        new = (imports_of(todo.pop()) & MODULES.keys()) - reached
        reached |= new
        todo.extend(name for name in new if layer_of(name) is None)
    return reached


@pytest.mark.parametrize("module", [module for module in MODULES if layer_of(module) is not None])
def test_no_layer_imports_a_later_one(module: str) -> None:
    own = layer_of(module) or 0
    assert not {name for name in reach(module) if (layer_of(name) or 0) > own}


@pytest.mark.parametrize("module", [module for module in MODULES if within(module, "msgfix.contract")])
def test_the_contract_knows_nothing_of_the_passes(module: str) -> None:
    assert not {name for name in imports_of(module) if any(within(name, one) for one in CONTRACT_IS_BLIND_TO)}


@pytest.mark.parametrize(("library", "home"), ONLY_IN.items())
def test_a_library_has_one_home(library: str, home: str) -> None:
    strangers = {
        module
        for module in MODULES
        if not within(module, home) and any(within(name, library) for name in imports_of(module))
    }
    assert not strangers


def test_modules_are_found() -> None:
    assert {"msgfix", "msgfix.model", "msgfix.passes", "msgfix.transcript.row"} <= MODULES.keys()
