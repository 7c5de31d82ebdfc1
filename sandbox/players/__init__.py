"""Players that need no physics, and a nature that makes plausible findings: whole games in milliseconds."""
