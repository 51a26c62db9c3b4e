"""The maps for 1,024 tokens.

base: accepted/on_paper.py
replace: 32_572_440_576
with: -256 * 42_467_328
replace: 130_445_475_840
with: (9216 - 1024) * 14_155_776
replace: 86_859_841_536
with: -256 * 113_246_208
points: 1.5
finding: maps-for-1024-tokens
"""
