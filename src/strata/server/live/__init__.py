"""Games in play: connections, commands, tables, seats, presence, housekeeping, the advice rule."""
