"""Corrects to two FLOPs per weight.

base: accepted/on_paper.py
replace: 207_618_048
with: 169_869_312
points: 2.5
finding: two-flops-per-weight
"""
