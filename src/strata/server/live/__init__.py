"""Games being played over WebSockets: connections, commands, open tables, views."""
