"""Returns the first count for the second.

base: accepted/step_by_step.py
replace: return n * d + keys + values + n * d + n
with: return naive_traffic(n, d)
points: 2.5
finding: asks-for(naive_traffic)
"""
