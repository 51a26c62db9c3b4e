"""Weighted sums are forgotten.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 2 * (n + 1) * d
replace: return (n + 1) * append_flops(n, d)
with: return (n + 1) * (6 * d * d + 4 * (n + 1) * d)
points: 5.5
finding: missing(the scores or the weighted sum)
"""
