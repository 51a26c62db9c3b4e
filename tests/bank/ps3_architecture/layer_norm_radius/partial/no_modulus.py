"""γ without its modulus.

base: accepted/as_the_formula.py
replace: abs(gamma)
with: gamma
points: 1
finding: gamma-without-absolute-value
"""
