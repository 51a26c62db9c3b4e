"""Without a cache one token is projected.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return 6 * d * d + 4 * (n + 1) ** 2 * d
points: 5.75
finding: new-token-projected-only
"""
