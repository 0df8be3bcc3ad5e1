"""What is asked for over HTTP: routes, pages, errors, rate limits, who asks."""
