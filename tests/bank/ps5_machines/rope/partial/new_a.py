"""The second number of a pair from the first as it is turned already.

base: accepted/loops.py
replace: a * math.sin(theta) + b
with: out[t, 2 * i] * math.sin(theta) + b
points: 2.75
finding: first-turned-already
"""
