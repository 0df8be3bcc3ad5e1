"""The parts that all games share: geometry, the contract, records, scenes, gestures, playouts.

Nothing here knows a particular game.
"""
