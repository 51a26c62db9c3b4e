"""Two mistakes: d − 1, and eps beside the root.

base: accepted/in_one_expression.py
replace: np.sqrt(x.var(axis=-1, keepdims=True) + eps)
with: (x.std(axis=-1, keepdims=True, ddof=1) + eps)
finding: the variance is divided by d − 1
finding: eps is added to the root
"""
