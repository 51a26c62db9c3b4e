"""Counts V and A as well, which Ṽ is made of.

base: accepted/closed_formula.py
replace: return seq_len * d_out
with: return 2 * seq_len * d_out + seq_len**2
finding: v-and-attention-weights-as-well
"""
