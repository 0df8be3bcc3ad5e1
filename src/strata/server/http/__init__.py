"""The HTTP interface: routes, pages, errors, rate limits and the identity of clients."""
