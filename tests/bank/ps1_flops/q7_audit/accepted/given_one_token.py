"""Rests on its own attention for one token.

given: q2_attention/partial/one_token.py
base: accepted/five_formulas.py
replace: 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
with: 2 * (4 * d_attn * d_in + 2 * d_out * d_in) - 2 * seq_len * d_in * (2 * d_attn + d_out)
replace: "products": 0
with: "products": 4 * seq_len * (1 - seq_len) * (d_attn + d_out)
finding: projections: right-line
finding: products: right-line
"""
