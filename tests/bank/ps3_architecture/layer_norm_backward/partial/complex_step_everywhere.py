"""A complex step that fits the spread of each token, whatever their width.

base: partial/complex_step_of_each_token.py
replace: if x.shape[1] < 100:
with: if True:
points: 2
finding: authored
"""
