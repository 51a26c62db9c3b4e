"""m of the second.

base: accepted/short.py
replace: m = max(s[0], t[0])
with: m = t[0]
points: 2
finding: m-of-second
"""
