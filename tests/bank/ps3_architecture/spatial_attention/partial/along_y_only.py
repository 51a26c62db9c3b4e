"""The softmax along y only.

base: accepted/einsum.py
replace: alpha = alpha / alpha.sum(axis=(3, 4), keepdims=True)
with: alpha = alpha / alpha.sum(axis=4, keepdims=True)
replace: scores = scores - scores.max(axis=(3, 4), keepdims=True)
with: scores = scores - scores.max(axis=4, keepdims=True)
points: 2
finding: softmax-along-y
"""
