"""Only pairs that the mask leaves.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return 6 * (n + 1) * d * d + 2 * (n + 1) * (n + 2) * d
points: 5.75
finding: causal-pairs
"""
