"""The contract, section M, first half: one message."""

from msgfix.contract.row import DOCS, ERROR, WARNING, ContractRule

_CREATE = DOCS + "api/messages/create"
_EMPTY = "https://github.com/anthropics/claude-code/issues/4416"

ROWS = (
    ContractRule(
        "M1",
        "role-required",
        ERROR,
        "A message has a `role`.",
        "{path}: Field required",
        "Results and images are the user's; calls and thinking are the assistant's.",
        _CREATE,
    ),
    ContractRule(
        "M2",
        "role-known",
        ERROR,
        "The role is `user` or `assistant`; newer models also take `system` in the middle of a conversation.",
        'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"',
        "Translate the role: `human` to user, `model` to assistant, `tool` to a tool_result of the user.",
        _CREATE,
        (
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" '
            "as an input message role.",
        ),
    ),
    ContractRule(
        "M3",
        "content-required",
        ERROR,
        "A message has `content`; only a system message that does no more than set the effort can be without.",
        "{path}: Field required",
        "Leave the message out, or give it a text.",
        _CREATE,
    ),
    ContractRule(
        "M4",
        "content-type",
        ERROR,
        "`content` is a string or a list of blocks.",
        "{path}: Input should be a valid array",
        "Put a single block into a list.",
        _CREATE,
    ),
    ContractRule(
        "M5",
        "message-extra-field",
        ERROR,
        "A message has `role` and `content` and nothing else (`system` has two keys more, in betas).",
        "{path}: Extra inputs are not permitted",
        "Take the key out.",
        "https://github.com/BerriAI/litellm/issues/15758",
    ),
    ContractRule(
        "M6",
        "user-content-nonempty",
        ERROR,
        "A user turn holds something, once neighbours are merged.",
        "{path}: user messages must have non-empty content",
        "Leave the message out, or give it a text.",
        _EMPTY,
        (
            "{path}: all messages must have non-empty content except for the optional final assistant message",
            "The content field in the Message object at {path} is empty. Add a ContentBlock object to the content "
            "field and try again.",
        ),
    ),
    ContractRule(
        "M7",
        "assistant-content-nonempty",
        WARNING,
        "An assistant turn holds something; an empty one at the very end is taken by some builds.",
        "{path}: all messages must have non-empty content except for the optional final assistant message",
        "Leave the message out and join its neighbours.",
        _EMPTY,
        strict=ERROR,
    ),
)
