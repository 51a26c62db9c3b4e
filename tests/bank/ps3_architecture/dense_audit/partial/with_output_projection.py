"""Four maps in the difference.

base: accepted/as_asked.py
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 + n * d - 4 * d**2 - 3 * d
points: 1.75
finding: output-projection
"""
