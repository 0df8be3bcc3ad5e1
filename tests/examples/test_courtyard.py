"""courtyard."""
