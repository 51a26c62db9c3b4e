"""Natural logarithms.

base: accepted/as_asked.py
replace: return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
with: return 2 + math.ceil(math.log(U)) + math.ceil(math.log(T))
points: 2.75
finding: natural-logarithms
"""
