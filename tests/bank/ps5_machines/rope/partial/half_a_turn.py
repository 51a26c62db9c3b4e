"""Half a turn.

base: accepted/outer_product.py
replace: return 2 * math.pi /
with: return math.pi /
points: 3.75
finding: half-a-turn
"""
