"""Next sentence, taken literally.

base: accepted/as_asked.py
replace: "next sentence": "contrastive"
with: "next sentence": "generative"
points: 0.75
finding: next sentence: comments
"""
