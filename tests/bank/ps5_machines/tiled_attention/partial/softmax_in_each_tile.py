"""A softmax in each tile, by its own maximum, and their mean.

points: 2
finding: normalised-each-block
base: accepted/columns_kept.py
replace: l = c * l + p.sum(axis=1, keepdims=True)
with: l = l + 1
replace: o = c * o + p @ V[first:last]
with: o = o + p @ V[first:last] / p.sum(axis=1, keepdims=True)
replace: np.maximum(m, s.max(axis=1, keepdims=True))
with: s.max(axis=1, keepdims=True)
"""
