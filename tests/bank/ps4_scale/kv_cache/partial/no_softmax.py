"""The scores are the weights.

base: accepted/concatenate.py
replace: a = np.exp(s - np.max(s))
with: a = s
replace: a = a / np.sum(a)
with:
points: 3
finding: softmax-missing
"""
