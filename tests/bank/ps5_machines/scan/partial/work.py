"""The work.

base: accepted/by_doubling.py
replace: return rounds
with: return rounds * T
points: 2.5
finding: per-token-log
"""
