"""Every product twice.

base: accepted/three_parts.py
replace: return feed_forward + attention + projections
with: return 2 * (feed_forward + attention + projections)
points: 0.5
finding: times-number(2)
"""
