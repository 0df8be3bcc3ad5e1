"""What all games share: geometry, the contract, records, scenes, gestures, playouts.

Knows no game.
"""
