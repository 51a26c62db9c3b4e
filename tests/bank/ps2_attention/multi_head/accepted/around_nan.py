"""Right, but for the NaN that its own attention gives a fully masked query.

base: partial/nan_through_the_output.py
replace: return output @ W_o.T
with: return (output + 0.0) @ W_o.T
given: masked_attention/partial/nan_in_masked_rows.py
finding: padding on the left, and causal, 2 heads of 2: authored
"""
