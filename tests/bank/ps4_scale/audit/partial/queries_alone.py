"""Takes the line of three maps for one.

base: accepted/on_paper.py
replace: 32_572_440_576
with: 767 * 14_155_776
points: 2.5
finding: some-maps
"""
