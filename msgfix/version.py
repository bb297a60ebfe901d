"""The version, where no metadata has to be looked up for it."""

__version__ = "0.1.0"
