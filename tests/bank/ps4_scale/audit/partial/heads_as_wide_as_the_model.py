"""Takes queries, keys and values of a head for as wide as the model.

base: partial/attention_alone.py
replace: 4 * 768**2
with: (4 * 768**2 + 2 * 768 * 3072)
replace: 144 * 2 * 64 * (64**2 - 1024)
with: 144 * 2 * (64**3 - 768 * 1024)
replace: -144 * 2 * 64 * 1024
with: -144 * 2 * 768 * 1024
points: 2.5
finding: heads-of-full-width
"""
