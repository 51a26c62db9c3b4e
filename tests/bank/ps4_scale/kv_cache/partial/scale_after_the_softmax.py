"""1/√d on the weights.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with: a = a / np.sum(a) / x.size**0.5
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_new, query)
points: 4
finding: weights-divided-by-root-d
"""
