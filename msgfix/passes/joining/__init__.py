"""Stage F: parts and neighbours."""

from msgfix.passes.joining.neighbours import break_lines, join_again, join_neighbours, part_responses
from msgfix.passes.joining.responses import drop_older_snapshots, join_responses

__all__ = ["break_lines", "drop_older_snapshots", "join_again", "join_neighbours", "join_responses", "part_responses"]
