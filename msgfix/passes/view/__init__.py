"""Stage C: what a request may see."""

from msgfix.passes.view.api_errors import drop_api_errors
from msgfix.passes.view.attachments_rise import raise_attachments
from msgfix.passes.view.hidden import drop_virtual, hide_snipped
from msgfix.rules import Rule

VIEW: tuple[Rule, ...] = (hide_snipped, drop_virtual, drop_api_errors, raise_attachments)
