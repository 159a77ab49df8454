"""Slow reference implementations, written from the rules alone."""
