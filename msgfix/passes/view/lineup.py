"""The passes of stage C, in order."""

from msgfix.passes.view.api_errors import drop_api_errors
from msgfix.passes.view.attachments_rise import raise_attachments
from msgfix.passes.view.hidden import drop_virtual, hide_snipped
from msgfix.passes.view.mark_media_errors import mark_media_errors
from msgfix.rules import Rule

VIEW: tuple[Rule, ...] = (mark_media_errors, hide_snipped, drop_virtual, drop_api_errors, raise_attachments)
