"""Tests of the games, each against its rules."""
