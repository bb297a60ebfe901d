"""The passes of stage D, in order."""

from msgfix.passes.convert.convert_attachments import convert_attachments
from msgfix.passes.convert.convert_local_commands import convert_local_commands
from msgfix.passes.convert.drop_ui_attachments import drop_ui_attachments
from msgfix.passes.convert.drop_unknown_attachments import drop_unknown_attachments
from msgfix.passes.convert.wrap_reminders import wrap_reminders
from msgfix.passes.turns.system import place_system_messages
from msgfix.rules import Rule

CONVERT: tuple[Rule, ...] = (
    drop_ui_attachments,  # most attachments of a hooked session: gone by kind, without being opened
    drop_unknown_attachments,  # so that the table need not know what it does not know
    wrap_reminders,  # before the others become user messages like any typed one
    convert_attachments,
    convert_local_commands,
    place_system_messages,
)
