"""Takes the printed solution's other number, 87,048,585,216, for the corrected one.

base: accepted/on_paper.py
replace: 207_618_048
with: 87_048_585_216
points: 2.5
finding: earlier-calculation
"""
