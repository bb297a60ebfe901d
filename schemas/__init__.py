"""The JSON Schemas that msgfix ships: entries, blocks, the messages array, its own report."""
