"""Words that are no options.

finding: is not an option
"""

tasks = {
    "masked tokens": "fill-in",
    "next sentence": "classification",
    "inference": "classification",
    "same document": "retrieval",
}
