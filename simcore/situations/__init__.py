"""Situations: deals of which part is known, played out in every way that is open.

A game says what can be known of a deal and what can be asked about it
(`simcore.situations.situation`); the rest deals the unknown cards, keeps the deals
that agree with all that was said, plays the alternatives on the same cards and
compares them deal by deal.
"""
