"""A row and a column of scores, and of weighted sums.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 4 * ((n + 1) ** 2 - n**2) * d
replace: return (n + 1) * append_flops(n, d)
with: return (n + 1) * (6 * d * d + 4 * (n + 1) * d)
points: 5.75
finding: row-and-column
"""
