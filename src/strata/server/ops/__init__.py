"""Logs, metrics and rate limits."""
