"""Rests on its own attention by 2n − 1, of which one term is of two steps.

given: q2_attention/partial/dot_product_2n_minus_1.py
base: accepted/five_formulas.py
replace: 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
with: 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in - 2 * seq_len * (2 * d_attn + d_out)
replace: "products": 0
with: "products": -2 * seq_len**2 - 2 * seq_len * d_out
finding: projections: right-line
finding: products: right-line
"""
