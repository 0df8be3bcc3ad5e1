"""The time by which clocks run: the time of games, lost time, and the timers of tables."""
