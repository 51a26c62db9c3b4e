"""m is never updated.

base: accepted/short.py
replace: m = max(s[0], t[0])
with: m = s[0]
points: 1.5
finding: m-of-first
"""
