"""Stage D: attachments, local commands and system messages become user messages."""
