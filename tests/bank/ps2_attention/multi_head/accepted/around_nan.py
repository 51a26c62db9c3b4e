"""Right, but for the NaN that its own attention gives a fully masked query.

base: partial/nan_through_the_output.py
replace: return output @ W_o.T
with: return (output + 0.0) @ W_o.T
given: masked_attention/partial/nan_in_masked_rows.py
finding: right, given your answer to 4.1 (scaled_dot_product_attention)
"""
