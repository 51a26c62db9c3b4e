"""A tree over the texts as well.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(J)
with: return math.log(T) + math.log(J) + math.log(B)
points: 2.25
finding: texts-summed
"""
