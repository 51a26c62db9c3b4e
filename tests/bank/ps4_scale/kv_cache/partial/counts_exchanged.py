"""The two counts have changed places.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return (n + 1) * (6 * d * d + 4 * (n + 1) * d)
replace: return (n + 1) * append_flops(n, d)
with: return 6 * d * d + 4 * (n + 1) * d
points: 4.5
finding: known-errors
"""
