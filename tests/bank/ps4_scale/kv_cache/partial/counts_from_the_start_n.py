"""n tokens from the start.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return n * (6 * d * d + 4 * n * d)
points: 5.5
finding: n-tokens
"""
