"""Words that are no options.

finding: masked tokens: chose-unknown
"""

tasks = {
    "masked tokens": "fill-in",
    "next sentence": "classification",
    "inference": "classification",
    "same document": "retrieval",
}
