"""The documents are taken for labels.

base: accepted/as_asked.py
replace: "same document": "contrastive"
with: "same document": "supervised"
points: 0.75
finding: same document: comments
"""
