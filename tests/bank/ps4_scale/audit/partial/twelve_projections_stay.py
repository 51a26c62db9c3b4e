"""Leaves an output projection in every head.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 767 * 12 * 14_155_776
points: 2.5
finding: projections-stay
"""
