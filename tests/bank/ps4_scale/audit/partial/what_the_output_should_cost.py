"""Says what the output projection should cost.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 12 * 2 * 768**2
points: 2.5
finding: line-should-cost
"""
