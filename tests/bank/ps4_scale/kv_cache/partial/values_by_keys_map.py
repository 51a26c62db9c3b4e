"""The values are made with W_k.

base: accepted/concatenate.py
replace: np.dot(params["W_v"], x)
with: np.dot(params["W_k"], x)
points: 4
finding: values-by-wk
"""
