"""Counts the values as well.

base: accepted/closed_formula.py
replace: return
with: return 2 *
points: 0.75
finding: v-or-bytes-at-two
"""
