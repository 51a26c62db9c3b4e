"""Half of the tokens.

base: accepted/by_doubling.py
replace: return rounds
with: return T // 2
points: 2.75
finding: half-of-them
"""
