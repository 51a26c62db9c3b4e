"""Only W_q, W_k and W_v are not transposed.

base: accepted/mask_repeated_for_each_head.py
replace: split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T)
with: split(q @ W_q), split(k @ W_k), split(v @ W_v)
points: 2.5
finding: projections-not-transposed
"""
