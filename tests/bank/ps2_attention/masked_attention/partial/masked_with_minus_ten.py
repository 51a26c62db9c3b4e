"""A masked score of −10.

base: accepted/one_array_of_both_masks.py
replace: scores = np.where(hidden, -np.inf, scores)
with: scores = np.where(hidden, -10.0, scores)
points: 3
finding: masked-score-minus-ten
"""
