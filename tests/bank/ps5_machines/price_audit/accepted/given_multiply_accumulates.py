"""By a step whose products are multiply–accumulates: half of the scores.

finding: attention: authored
given: serving/partial/macs.py
base: accepted/one_after_another.py
replace: 4 * 8192 * 128
with: 2 * 8192 * 128
"""
