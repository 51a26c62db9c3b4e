"""One softmax for each head.

base: accepted/einsum.py
replace: alpha = alpha / alpha.sum(axis=(3, 4), keepdims=True)
with: alpha = alpha / alpha.sum(axis=(1, 2, 3, 4), keepdims=True)
replace: scores = scores - scores.max(axis=(3, 4), keepdims=True)
with: scores = scores - scores.max(axis=(1, 2, 3, 4), keepdims=True)
points: 2
finding: one-softmax-for-all
"""
