"""Records of deals that people or other programs played, checked against the rules.

A record is read (`reading`), its cards and decisions are given to the game's kernels,
which play the deal again, and what comes out is compared with what was written down
(`comparing`). So the kernels alone know the rules; a game adds the shape of its
records, how they translate, and why a decision is against the rules
(`simcore.replaying.contract`).
"""
