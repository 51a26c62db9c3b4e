"""What is left forgets the caches.

base: accepted/one_after_another.py
replace: "corrected": left
with: "corrected": read
points: 2.5
finding: weights-read-only
"""
