"""Takes the whole line of the output projection away.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 12 * 10_871_635_968
points: 2.5
finding: whole-line
"""
