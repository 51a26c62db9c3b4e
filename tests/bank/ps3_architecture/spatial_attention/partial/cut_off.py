"""Cuts large scores off.

base: accepted/einsum.py
replace: scores = scores - scores.max(axis=(3, 4), keepdims=True)
with: scores = np.clip(scores, -700, 700)
points: 3.25
finding: scores-clipped
"""
