"""x W in place of W x.

base: accepted/concatenate.py
replace: np.dot(params["W_q"], x)
with: np.dot(x, params["W_q"])
replace: np.dot(params["W_k"], x)
with: np.dot(x, params["W_k"])
replace: np.dot(params["W_v"], x)
with: np.dot(x, params["W_v"])
points: 4
finding: matrices-transposed
"""
