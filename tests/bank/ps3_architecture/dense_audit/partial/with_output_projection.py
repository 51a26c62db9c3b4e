"""Four maps, the output projection among them.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: 4 * d * d - 3 * d * d // n_heads
points: 1.75
finding: output-projection
"""
