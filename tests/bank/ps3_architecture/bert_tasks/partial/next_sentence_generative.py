"""Next sentence, taken literally.

base: accepted/as_asked.py
replace: "next sentence": "contrastive"
with: "next sentence": "generative"
points: 1.5
finding: next sentence: comments
"""
