"""Worker processes for computer players, analyses, reviews and slow reading."""
