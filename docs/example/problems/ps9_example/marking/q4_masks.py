"""The masks of three models."""

from examiner.checks import Choices

question = Choices(
    {"BERT": "padding", "GPT": "causal", "T5 encoder": "padding"},
    options=["causal", "padding"],
    why={
        "BERT": {"causal": "BERT may use the whole text, in both directions."},
        "GPT": {"causal": "Without it, a token sees the token that it has to predict."},
        "T5 encoder": {"causal": "The encoder knows the whole source."},
    },
)
