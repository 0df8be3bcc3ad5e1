"""Strata for other programs, and other programs for Strata: engines by a line protocol."""
