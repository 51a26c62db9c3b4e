"""Drafts while it checks.

points: 1.5
finding: drafts-beside-the-check
base: accepted/closed_form.py
replace: time = k * cost + 1
with: time = max(k * cost, 1)
"""
