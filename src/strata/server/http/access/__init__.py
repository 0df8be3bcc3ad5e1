"""Who may connect, and how much each may ask for: proxies, cookies, limits, compression."""
