"""One number.

finding: not-expected
base: accepted/line_by_line.py
replace: return {
with: return head or {
"""
