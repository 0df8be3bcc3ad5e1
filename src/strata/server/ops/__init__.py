"""Operations: logs, metrics, limits of addresses and networks, work in slices, time, shutdown."""
