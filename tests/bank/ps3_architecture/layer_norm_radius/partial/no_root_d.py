"""Forgets √d.

base: accepted/as_the_formula.py
replace:  * np.sqrt(d)
with: 
points: 1
finding: root-d-missing
"""
