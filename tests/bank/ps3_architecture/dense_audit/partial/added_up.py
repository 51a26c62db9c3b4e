"""All four counts added up.

base: accepted/as_asked.py
replace: n * d - 3 * d**2 - 3 * d
with: n * d + 3 * d**2 + 3 * d
points: 1.5
finding: added-up
"""
