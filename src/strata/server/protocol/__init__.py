"""The messages of the server, as Python and as TypeScript."""
