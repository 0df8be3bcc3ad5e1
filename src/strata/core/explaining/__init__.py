"""Explanations: what a position, an action or a refusal means, in words and cells."""
