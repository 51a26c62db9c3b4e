"""Takes the head for a look-up, and the caches for small.

base: accepted/as_asked.py
replace: "head": "right"
with: "head": "wrong"
replace: "cache": "wrong"
with: "cache": "right"
points: 0.75
finding: head: comments
"""
