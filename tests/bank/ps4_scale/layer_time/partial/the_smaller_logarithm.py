"""The smaller of the two logarithms.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(J)
with: return min(math.log(T), math.log(J))
points: 1.5
finding: growth-differs
"""
