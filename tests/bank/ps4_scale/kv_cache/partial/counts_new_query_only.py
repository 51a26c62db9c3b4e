"""From the start, but one query.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return 6 * (n + 1) * d * d + 4 * (n + 1) * d
points: 5.5
finding: new-query-attends-only
"""
