"""Takes one of two cross terms.

base: accepted/as_asked.py
replace: "2 - 2 * u.T @ v"
with: "2 - u.T @ v"
points: 1
finding: one-cross-term
"""
