"""The kinds of pre-training tasks."""

from examiner.checks import Choices

FROM_THE_TEXT = "Nobody has to label anything: the text itself contains the answer"

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
                "There is no pair: one text has gaps, and the model fills them from the rest of "
                "the text"
            ),
            "supervised": FROM_THE_TEXT,
        },
        "next sentence": {
            "generative": (
                "No sentence is produced: the model gets a pair and judges whether it belongs "
                "together"
            ),
            "supervised": FROM_THE_TEXT,
        },
        "inference": {
            "generative": (
                "Nothing is produced, and the text doesn't contain the right answer: annotators "
                "gave it"
            ),
            "contrastive": (
                "The text doesn't contain the right answer: without annotators there is no such "
                "task"
            ),
        },
        "same document": {
            "generative": "No paragraph is produced: the model distinguishes the right partner "
            "from the others",
            "supervised": FROM_THE_TEXT,
        },
    },
)
