"""The web server: HTTP, WebSockets and storage over the contract. It knows no rule and no game."""
