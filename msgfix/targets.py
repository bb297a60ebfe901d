"""What each platform takes, narrowed to a model: one table, read by the passes and by the contract checker alike."""

from msgspec import Struct
from msgspec.structs import replace

from msgfix.families import family
from msgfix.options import Target

MB = 1024 * 1024

CORE_BLOCKS = frozenset(
    {
        "text",
        "image",
        "document",
        "search_result",
        "thinking",
        "redacted_thinking",
        "tool_use",
        "tool_result",
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
    }
)
ALL_BLOCKS = CORE_BLOCKS | frozenset(
    {
        "advisor_tool_result",
        "bash_code_execution_tool_result",
        "browser_state",
        "code_execution_tool_result",
        "compaction",
        "container_upload",
        "fallback",
        "mcp_tool_listing",
        "mcp_tool_result",
        "mcp_tool_use",
        "text_editor_code_execution_tool_result",
        "tool_addition",
        "tool_reference",
        "tool_removal",
        "tool_search_tool_result",
    }
)


class Limits(Struct, frozen=True):
    """What a request may hold. Sizes of images are lengths of their base64; sides are pixels.

    `media`: images and PDF pages together. `many_images`: more of them than this, and `many_side` holds for each;
    `many_with_documents`: documents count towards that too. `id_length`: None when there is no limit.
    `strict_names`: a call's name may only have letters, digits, `_` and `-`.
    `extras`: `caller`, `toolset_name` and `transformations` may stand on blocks, and nulls where the types allow them.
    `remote_sources`: url and file sources work.
    `prefill`: the array may end with the assistant; None when the model is not known. `thinking`: the modes of the
    `thinking` setting, None when not known. `system`: system messages inside the array work.
    `bound_thinking`: thinking is bound to everything before it.
    """

    image_base64: int
    request_bytes: int
    name_length: int
    strict_names: bool
    remote_sources: bool
    extras: bool
    many_with_documents: bool
    blocks: frozenset[str]
    id_length: int | None = None
    image_side: int = 8000  # vision#request-limits, the same on all platforms
    many_images: int = 20  # vision#request-limits
    many_side: int = 2000  # vision#request-limits
    media: int = 100  # vision#request-limits, pdf-support: models with a context of 200k
    messages: int = 100_000  # api/messages/create
    cache_marks: int = 4  # prompt-caching
    prefill: bool | None = None
    thinking: frozenset[str] | None = None
    system: bool = False
    bound_thinking: bool = True


_ANTHROPIC = Limits(
    image_base64=10 * MB,  # vision#request-limits (August 2026; 5 MB before)
    request_bytes=32 * MB,  # api/errors#request-size-limits
    name_length=200,  # api/messages/create
    strict_names=False,  # api/messages/create: no pattern inside messages
    remote_sources=True,  # vision#request-limits
    extras=True,  # types of the SDK
    many_with_documents=False,  # vision#request-limits
    blocks=ALL_BLOCKS,
)
_VERTEX = replace(
    _ANTHROPIC,
    image_base64=5 * MB,  # vision#request-limits
    request_bytes=30 * MB,  # api/errors#request-size-limits
    remote_sources=False,  # vision#request-limits: base64 only
    many_with_documents=True,  # vision#request-limits
)
_BEDROCK = Limits(
    image_base64=5 * MB,  # vision#request-limits
    request_bytes=20 * MB,  # claude-on-amazon-bedrock
    name_length=64,  # ToolUseBlock of the Converse API
    strict_names=True,  # ToolUseBlock of the Converse API
    id_length=64,  # ToolUseBlock of the Converse API
    remote_sources=False,  # vision#request-limits: base64 only
    extras=False,  # older schemas refuse fields that are newer than they are
    many_with_documents=True,  # vision#request-limits
    blocks=CORE_BLOCKS,  # no code execution, MCP, uploads or fallback there
)
_PORTABLE = replace(_BEDROCK, remote_sources=True)  # Bedrock is the narrowest; yet no image by address is thrown away

PLATFORMS: dict[Target, Limits] = {
    "portable": _PORTABLE,
    "anthropic": _ANTHROPIC,
    "bedrock": _BEDROCK,
    "vertex": _VERTEX,
}


def limits(target: Target, model: str | None = None) -> Limits:
    """What `target` takes, narrowed to `model`; a model that is not known gets the safe limits."""
    base, known = PLATFORMS[target], family(model)
    if known is None:
        return base
    return replace(
        base,
        media=600 if known.long and target in ("anthropic", "vertex") else base.media,
        prefill=known.prefill,
        thinking=known.thinking,
        system=known.system and target in ("anthropic", "vertex"),
        bound_thinking=known.bound,
    )
