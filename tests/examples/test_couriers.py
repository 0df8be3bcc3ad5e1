"""couriers."""
