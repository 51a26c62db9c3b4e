"""Its query goes into the cache, and its key asks: the roles of the two, reversed.

base: accepted/concatenate.py
replace: np.dot(params["W_q"], x)
with: np.dot(params["W_k"], x)
replace: np.dot(params["W_k"], x)[None
with: np.dot(params["W_q"], x)[None
points: 4
finding: queries-and-keys-exchanged
"""
