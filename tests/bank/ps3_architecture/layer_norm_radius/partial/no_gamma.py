"""Forgets γ.

base: accepted/as_the_formula.py
replace: abs(gamma) * 
with: 
points: 1
finding: gamma-missing
"""
