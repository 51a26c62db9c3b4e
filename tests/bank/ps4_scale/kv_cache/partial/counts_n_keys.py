"""n keys, not n + 1; the other count follows from it.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 4 * n * d
points: 5.75
finding: n-keys
finding: recompute_flops: whole: right-given
"""
