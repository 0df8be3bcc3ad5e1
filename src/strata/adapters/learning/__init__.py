"""The parts that the learning environments share."""
