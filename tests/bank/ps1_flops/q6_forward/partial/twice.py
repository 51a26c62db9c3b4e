"""Counts a backward pass as well, which costs as much.

base: accepted/three_parts.py
replace: return attention + feed_forward + loss
with: return 2 * (attention + feed_forward + loss)
points: 1
finding: twice-forward
"""
