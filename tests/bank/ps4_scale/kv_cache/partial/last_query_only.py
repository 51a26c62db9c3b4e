"""Without a cache the last query is asked.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return 2 * d * d + 4 * (n + 1) * d * d + 4 * (n + 1) * d
points: 5.5
finding: last-query-only
"""
