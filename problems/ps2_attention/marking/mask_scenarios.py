"""The masks that three models need."""

from examiner.checks import Choices

question = Choices(
    {
        "BERT": {"self-attention": {"source padding"}},
        "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
        "T5": {
            "encoder self-attention": {"source padding"},
            "decoder self-attention": {"causal"},
            "cross-attention": {"source padding"},
            "loss": {"target padding"},
        },
    },
    options=["causal", "source padding", "target padding"],
    harmless={
        "GPT": {"self-attention": {"target padding"}},
        "T5": {"decoder self-attention": {"target padding"}},
    },
    weights={
        "BERT": {"self-attention": 1},
        "GPT": {"self-attention": 1, "loss": 1},
        "T5": {
            "encoder self-attention": 1,
            "decoder self-attention": 1,
            "cross-attention": 2,
            "loss": 1,
        },
    },
    why={
        "BERT": {
            "self-attention": {
                "causal": "A classifier may use the whole text, in both directions",
                "source padding": "Without it real tokens attend to padding",
                "target padding": "BERT generates nothing: its text is the source",
            }
        },
        "GPT": {
            "self-attention": {
                "causal": "Without it a position sees the token that it has to predict",
                "source padding": "GPT reads no source: its text is the target",
            },
            "loss": {
                "causal": "The loss is a sum over positions: it has no keys to hide",
                "source padding": "GPT reads no source: its text is the target",
                "target padding": "Without it the model has to predict padding",
            },
        },
        "T5": {
            "encoder self-attention": {
                "causal": "The whole source is known, so a token may see later tokens",
                "source padding": "Without it real tokens attend to padding",
                "target padding": "The encoder sees nothing of the target",
            },
            "decoder self-attention": {
                "causal": "Without it a position sees the token that it has to predict",
                "source padding": "The keys are positions of the target, not of the source",
            },
            "cross-attention": {
                "causal": "The keys come from the source, which may be seen as a whole",
                "target padding": "The keys come from the source, not from the target",
                "source padding": (
                    "The encoder's mask doesn't help here: the encoder has outputs at padding, and"
                    " cross-attention would attend to them"
                ),
            },
            "loss": {
                "causal": "The loss is a sum over positions: it has no keys to hide",
                "source padding": "The loss is a sum over positions of the target",
                "target padding": "Without it the model has to predict padding",
            },
        },
    },
)
