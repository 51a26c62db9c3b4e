"""The mean of |x − μ|.

base: accepted/in_one_expression.py
replace: np.sqrt(x.var(axis=-1, keepdims=True) + eps)
with: (np.abs(x - mu).mean(axis=-1, keepdims=True) + eps)
points: 1.5
finding: mean-absolute-deviation
"""
