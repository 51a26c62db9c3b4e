"""√(d − 1).

base: accepted/as_the_formula.py
replace: np.sqrt(d)
with: np.sqrt(d - 1)
points: 1.5
finding: root-of-d-minus-1
"""
