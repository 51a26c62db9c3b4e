"""Counts forward and backward by the rule of thumb.

base: accepted/three_parts.py
replace: return attention + feed_forward + loss
with: return 3 * (attention + feed_forward + loss)
points: 1
finding: three-times-forward
"""
