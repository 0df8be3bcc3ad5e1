"""Games for learning programs: encodings, and many games stepped by one call."""
