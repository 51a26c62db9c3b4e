"""The smaller of the two logarithms.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(U)
with: return min(math.log(T), math.log(U))
points: 1.5
finding: growth-differs
"""
