"""The messages between server and client, and the generator of their TypeScript types."""
