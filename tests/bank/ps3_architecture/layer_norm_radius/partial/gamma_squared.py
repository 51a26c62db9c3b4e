"""γ² √d.

base: accepted/as_the_formula.py
replace: abs(gamma)
with: gamma**2
points: 1
finding: gamma-squared
"""
