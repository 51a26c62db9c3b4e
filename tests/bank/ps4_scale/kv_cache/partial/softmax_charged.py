"""Five operations of the softmax for each score.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 4 * (n + 1) * d + 5 * (n + 1)
points: 5.75
finding: softmax-charged(5)
"""
