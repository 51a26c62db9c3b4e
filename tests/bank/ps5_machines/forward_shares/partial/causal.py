"""Only the pairs that the mask leaves.

points: 2.25
finding: causal-pairs
base: accepted/line_by_line.py
replace: scores = n_heads * 2 * n * d_head * n
with: scores = n_heads * n * d_head * (n + 1)
replace: sums = n_heads * 2 * n * n * d_head
with: sums = n_heads * n * (n + 1) * d_head
"""
