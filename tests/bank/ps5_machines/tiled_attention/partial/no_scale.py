"""Forgets the scale.

base: accepted/columns_kept.py
replace:  / np.sqrt(d)
with: 
points: 2.25
finding: scale-missing
"""
