"""Takes the whole line of the scores away.

base: accepted/on_paper.py
replace: 56_623_104
with: 75_497_472
points: 2.5
finding: whole-line
"""
