"""Takes one of the two maps of the feed-forward block.

base: accepted/on_paper.py
replace: 86_859_841_536
with: 767 * 56_623_104
points: 2.5
finding: some-maps
"""
