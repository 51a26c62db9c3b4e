"""Half of the scores and of the weights.

base: accepted/formula.py
replace: 2 * n * n *
with: n * (n + 1) *
points: 1
finding: causal-mask
"""
