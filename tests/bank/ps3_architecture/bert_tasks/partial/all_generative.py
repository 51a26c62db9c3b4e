"""All tasks predict something.

points: 0.25
finding: inference: comments
finding: same document: comments
"""


tasks = {
    "masked tokens": "generative",
    "next sentence": "generative",
    "inference": "generative",
    "same document": "generative",
}
