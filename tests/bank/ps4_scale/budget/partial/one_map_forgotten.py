"""N has one of the two maps of the feed-forward block.

base: accepted/loop.py
replace: return layers * (4 * d * d + 2 * d * (4 * d))
with: return layers * (4 * d * d + d * (4 * d))
points: 1.5
finding: attention-or-map-missing
"""
