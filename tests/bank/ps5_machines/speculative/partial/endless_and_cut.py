"""The mean of an endless draft, cut off at k + 1.

base: accepted/closed_form.py
replace: return (1 - alpha ** (k + 1)) / (1 - alpha)
with: return min(1 / (1 - alpha), k + 1)
points: 1.5
finding: endless-draft-cut
"""
