"""The masks of two models."""

from examiner.checks import Choices

question = Choices(
    {"BERT": "padding", "GPT": "causal"},
    options=["causal", "padding", "none"],
    why={
        "BERT": {"causal": "BERT may use the whole text, in both directions."},
        "GPT": {"none": "Without a mask, a token sees the token that it has to predict."},
    },
)
