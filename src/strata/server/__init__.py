"""Play in the browser: HTTP, WebSocket and storage over the contract. Knows no rule and no game."""
