"""Forgets to divide.

base: accepted/cumulative.py
replace:  / np.arange(1, len(x) + 1)
with: 
points: 2
finding: running-sum
"""
