"""All weights equal.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with: a = np.full(len(s), 1 / len(s))
points: 4
finding: mean-of-values
"""
