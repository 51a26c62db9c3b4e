"""Lets both scores move until they meet.

base: accepted/sorted.py
replace: "gap": largest - second
with: "gap": (largest - second) / 2
points: 1.75
finding: gap-halved
"""
