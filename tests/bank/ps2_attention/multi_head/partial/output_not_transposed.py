"""Does not transpose the matrix of the outputs.

base: accepted/loop_over_heads.py
replace: @ W_o.T
with: @ W_o
points: 2.5
finding: wo-not-transposed
"""
