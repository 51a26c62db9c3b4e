"""For a whole sequence of tokens, which cancel.

base: accepted/formulas.py
replace: computing = 2 *
with: computing = 7 * 2 *
replace: sending = 2 * allreduce_bytes(2 * d_model
with: sending = 2 * allreduce_bytes(7 * 2 * d_model
"""
