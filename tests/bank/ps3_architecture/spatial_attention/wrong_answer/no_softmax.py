"""Scores in place of weights.

base: accepted/einsum.py
replace: alpha = np.exp(scores)
with: alpha = np.einsum("kabu,kxyu->kabxy", q, key)
replace: alpha = alpha / alpha.sum(axis=(3, 4), keepdims=True)
with: pass
finding: softmax-missing
"""
