"""Adapters: Strata for other programs, and external engines for Strata."""
