"""Three times the forward pass, minus the ledger.

base: accepted/five_formulas.py
replace: 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
with: 8 * seq_len * d_attn * d_in + 4 * seq_len * d_out * d_in
replace: "products": 0
with: "products": 2 * seq_len**2 * (d_attn + d_out)
replace: "feed_forward": seq_len * d_hidden
with: "feed_forward": 2 * seq_len * d_hidden * d_out + 3 * seq_len * d_hidden
replace: 5 * seq_len,
with: 8 * seq_len,
points: 1.5
finding: three-times-forward
"""
