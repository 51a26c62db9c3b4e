"""A tree over the texts as well.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(U)
with: return math.log(T) + math.log(U) + math.log(B)
points: 2.25
finding: texts-summed
"""
