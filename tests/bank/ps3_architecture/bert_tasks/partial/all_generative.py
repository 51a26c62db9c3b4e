"""All tasks predict something.

points: 0.5
finding: Nothing is produced, and the right answer is not in the text
finding: No paragraph is produced
"""


tasks = {
    "masked tokens": "generative",
    "next sentence": "generative",
    "inference": "generative",
    "same document": "generative",
}
