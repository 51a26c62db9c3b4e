"""Zeros.

finding: constant
base: accepted/lines.py
replace: return {
with: return {} and {
replace: return 2 * batch * numbers
with: return 0
replace: return left // each
with: return 0
"""
