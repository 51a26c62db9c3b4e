"""The token in the place of its query.

base: accepted/concatenate.py
replace: query = np.dot(params["W_q"], x)
with: query = x
points: 4
finding: query-missing
"""
