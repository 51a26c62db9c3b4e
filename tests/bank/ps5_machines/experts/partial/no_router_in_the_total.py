"""No router in the total; the other two from that one.

points: 3.75
finding: router-forgotten
base: accepted/from_each_other.py
replace: "router": L * d * E
with: "router": 0
"""
