"""Scales W_q in place, once for each call.

base: accepted/concatenate.py
replace: query = np.dot(params["W_q"], x)
with: params["W_q"] /= x.size**0.5; query = np.dot(params["W_q"], x)
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_new, query)
points: 5
finding: a-function: changes-argument
"""
