"""Counts the values as well.

base: accepted/closed_formula.py
replace: return
with: return 2 *
finding: V is counted as well
"""
