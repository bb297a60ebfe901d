"""Keeps a library from talking: what it would say of hostile bytes is no message to our user."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet(name: str) -> Iterator[None]:
    """No warnings and no log lines of a library (named as its logger is) inside this context."""
    import logging
    import warnings

    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
