"""γ without its modulus.

base: accepted/as_the_formula.py
replace: abs(gamma)
with: gamma
points: 1.25
finding: a length is never negative, and gamma may be
"""
