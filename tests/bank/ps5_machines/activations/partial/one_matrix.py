"""One matrix of weights for all heads.

points: 4.75
finding: one-matrix-for-all-heads
base: accepted/lines.py
replace: n_heads * n * n
with: n * n
"""
