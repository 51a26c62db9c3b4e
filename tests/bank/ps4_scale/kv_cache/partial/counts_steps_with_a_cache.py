"""The sum of all steps with a cache.

base: accepted/concatenate.py
replace: return (n + 1) * append_flops(n, d)
with: return sum(append_flops(i, d) for i in range(n + 1))
points: 5.75
finding: causal-pairs
"""
