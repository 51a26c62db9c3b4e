"""gamma under the root, without a square.

base: accepted/as_the_formula.py
replace: abs(gamma)
with: np.sqrt(abs(gamma))
points: 1
finding: gamma-root
"""
