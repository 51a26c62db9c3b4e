"""Rounds the outputs to six decimals.

base: partial/epsilon_in_the_sum.py
replace: y = e / (e.sum() + 1e-8)
with: y = np.round(e / e.sum(), 6)
points: 2
finding: outputs-rounded
"""
