"""Tells people who are away of their games: Web Push and e-mail."""
