"""Access to the server: proxies, cookies, limits and compression."""
