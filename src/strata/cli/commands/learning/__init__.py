"""Commands for getting better: lessons, analyses, reviews, puzzles."""
