"""d in place of its root.

base: accepted/as_the_formula.py
replace: np.sqrt(d)
with: d
points: 1
finding: d-for-root-d
"""
