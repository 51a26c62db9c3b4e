"""This is diag(y) − y 1ᵀ/n; subtract y yᵀ.

base: accepted/broadcast.py
replace: y[:, None] * (np.eye(len(y)) - y[None, :])
with: np.diag(y) - y[:, None] / len(y)
points: 2
finding: mean-in-place-of-outer-product
"""
