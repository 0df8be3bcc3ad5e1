"""Games in play over WebSockets: connections, commands, open tables, presence, housekeeping."""
