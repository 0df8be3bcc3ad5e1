"""Operations: logs, metrics, rate limits, shares of processor time, long work, shutdown."""
