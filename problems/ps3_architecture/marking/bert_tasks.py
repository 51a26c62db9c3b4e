"""Which kind of task each pre-training task is."""

from examiner.checks import Choices

FROM_THE_TEXT = "Nobody has to label anything: the text itself has the answer"

question = Choices(
    {
        "masked tokens": "generative",
        "next sentence": "contrastive",
        "inference": "supervised",
        "same document": "contrastive",
    },
    options=["generative", "contrastive", "supervised"],
    why={
        "masked tokens": {
            "contrastive": (
                "There is no pair: one text has holes, which are filled from the rest of it"
            ),
            "supervised": FROM_THE_TEXT,
        },
        "next sentence": {
            "generative": (
                "No sentence is produced: a pair is given, and judged to belong together or not"
            ),
            "supervised": FROM_THE_TEXT,
        },
        "inference": {
            "generative": (
                "Nothing is produced, and the right answer is not in the text: annotators gave it"
            ),
            "contrastive": (
                "The right answer is not in the text: without annotators there is no such task"
            ),
        },
        "same document": {
            "generative": "No paragraph is produced: the right partner is told from the others",
            "supervised": FROM_THE_TEXT,
        },
    },
)
