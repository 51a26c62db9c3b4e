"""Sums what goes into the output and the down map, not what comes out.

base: accepted/formulas.py
replace: 2 * allreduce_bytes(2 * d_model,
with: allreduce_bytes(2 * (n_heads * d_head + d_ff),
points: 3.25
finding: inputs-sent
"""
