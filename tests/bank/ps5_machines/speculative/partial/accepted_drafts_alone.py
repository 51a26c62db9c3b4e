"""Pays for the drafts that are accepted.

points: 1.5
finding: accepted-drafts-alone
base: accepted/closed_form.py
replace: time = k * cost + 1
with: time = (expected_tokens(alpha, k) - 1) * cost + 1
"""
