"""Forgets to divide.

points: 2.5
finding: not-divided-by-sum
base: partial/one_sum_after_own_maxima.py
replace: return e / e.sum() @ v
with: return e @ v
"""
