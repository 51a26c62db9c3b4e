"""The token in the place of its value.

base: accepted/concatenate.py
replace: np.dot(params["W_v"], x)[None
with: x[None
points: 4
finding: value-missing
"""
