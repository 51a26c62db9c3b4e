"""All sums term by term.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(J)
with: return T + J
points: 2.25
finding: serial-sums-of-n
"""
