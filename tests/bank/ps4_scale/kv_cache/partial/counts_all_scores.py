"""All (n + 1)² scores and sums for one token.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 4 * (n + 1) ** 2 * d
replace: return (n + 1) * append_flops(n, d)
with: return (n + 1) * (6 * d * d + 4 * (n + 1) * d)
points: 5.5
finding: all-attend-again
"""
