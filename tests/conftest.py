"""How the tests are run: `--update` rewrites the case files, `--hypothesis-profile=deep` looks longer for examples."""

import os

import pytest
from hypothesis import HealthCheck, settings

# What is printed must not depend on where the tests run: a wide terminal, or CI that asks for colour.
os.environ["COLUMNS"] = "80"
for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "CLAUDE_CONFIG_DIR"):
    os.environ.pop(name, None)

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("quick", max_examples=60, deadline=None, suppress_health_check=SLOW)
settings.register_profile("ci", parent=settings.get_profile("quick"), derandomize=True)
settings.register_profile("deep", parent=settings.get_profile("quick"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the results of the cases in tests/passes into them")
