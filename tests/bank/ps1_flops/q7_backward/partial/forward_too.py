"""Charges the forward pass as well.

base: accepted/three_parts.py
replace: return feed_forward
with: return 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * (o + 1) + 3 * L + feed_forward
points: 0.5
finding: forward-as-well
"""
