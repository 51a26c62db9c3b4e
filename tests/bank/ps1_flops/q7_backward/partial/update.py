"""Charges the update of the weights.

base: accepted/three_parts.py
replace: return feed_forward
with: return 2 * (2 * a * i + o * i + h * o + h) + feed_forward
points: 0.5
finding: update-charged
"""
