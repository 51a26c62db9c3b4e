"""The master copy is divided with the weights.

points: 1
finding: master-copy-apart
base: accepted/ifs.py
replace: (4 + 4 + 4)
with: (4 + 4)
replace: weights = 2 * n_params
with: weights = (2 + 4) * n_params
"""
