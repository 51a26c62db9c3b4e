"""The weighted sum of the values is formed serially, too.

base: accepted/as_asked.py
replace: return J + U + 3 + 2 * (T - 1).bit_length()
with: return J + U + 2 + T + (T - 1).bit_length()
points: 2.75
finding: one-serial-sum
"""
