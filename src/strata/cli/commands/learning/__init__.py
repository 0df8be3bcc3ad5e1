"""Commands for study and practice: lessons, analyses, reviews, puzzles."""
