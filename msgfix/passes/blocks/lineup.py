"""The passes of stage E, in order."""

from msgfix.passes.blocks.allowed_fields import allow_known_fields
from msgfix.passes.blocks.call_fields import drop_callers, trim_calls
from msgfix.passes.blocks.cited_documents import match_citations
from msgfix.passes.blocks.fallbacks import drop_fallbacks
from msgfix.passes.blocks.foreign_blocks import translate_foreign_blocks
from msgfix.passes.blocks.illegal_ids import rename_illegal_ids
from msgfix.passes.blocks.internal_inputs import drop_internal_inputs
from msgfix.passes.blocks.legal_side import move_misplaced_blocks
from msgfix.passes.blocks.mend_shapes import mend_shapes
from msgfix.passes.blocks.mend_strings import mend_strings
from msgfix.passes.blocks.result_content import mend_result_content
from msgfix.passes.blocks.tool_aliases import resolve_tool_aliases
from msgfix.passes.blocks.tool_inputs import mend_tool_inputs
from msgfix.passes.blocks.tool_names import clean_tool_names
from msgfix.passes.blocks.tool_references import name_referenced_tools
from msgfix.rules import Rule

BLOCKS: tuple[Rule, ...] = (
    drop_callers,  # first: the calls of newer clients are plain then, and nobody opens them again
    mend_strings,  # before the rest: all others read and write strings
    mend_shapes,  # a block must have a type before anything can be asked of it
    translate_foreign_blocks,  # from here on every type is known
    drop_fallbacks,
    mend_result_content,  # from here on a content is a string or a list of known blocks
    name_referenced_tools,
    resolve_tool_aliases,  # an alias may be illegal where the tool's own name is not
    clean_tool_names,
    mend_tool_inputs,
    drop_internal_inputs,  # needs an object, and the tool's own name
    trim_calls,  # before the allow-list: what every client strips is no fault
    move_misplaced_blocks,  # before fields and ids: both depend on the side
    allow_known_fields,
    match_citations,  # looks at what the allow-list left
    rename_illegal_ids,
)
