"""Counts the values as well.

base: accepted/closed_formula.py
replace: return
with: return 2 *
finding: v-or-bytes-at-two
"""
