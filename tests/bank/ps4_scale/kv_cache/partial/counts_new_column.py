"""The new key meets the old queries, too: row and column.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 2 * (2 * n + 1) * d + 2 * (n + 1) * d
replace: return (n + 1) * append_flops(n, d)
with: return (n + 1) * (6 * d * d + 4 * (n + 1) * d)
points: 5.75
finding: old-queries-attend
"""
