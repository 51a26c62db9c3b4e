"""The documents are taken for labels.

base: accepted/as_asked.py
replace: "same document": "contrastive"
with: "same document": "supervised"
points: 1.5
finding: same document: comments
"""
