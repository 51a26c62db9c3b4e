"""N is 4 L d², as if there were no feed-forward block.

base: accepted/loop.py
replace: return layers * (4 * d * d + 2 * d * (4 * d))
with: return layers * 4 * d * d
points: 1.5
finding: feed-forward-missing
"""
