"""By a step that looks at the tokens before the new one.

finding: attention: authored
given: serving/partial/tokens_before_throughout.py
base: accepted/one_after_another.py
replace: 4 * 8192 * 128
with: 4 * 8191 * 128
replace: 32 * 8192 * 2
with: 32 * 8191 * 2
"""
