"""fsck for agent transcripts."""
