"""Two mistakes: d − 1, and eps beside the root.

base: accepted/in_one_expression.py
replace: np.sqrt(x.var(axis=-1, keepdims=True) + eps)
with: (x.std(axis=-1, keepdims=True, ddof=1) + eps)
points: 1.5
finding: variance-by-d-minus-1
finding: eps-outside-the-root
"""
