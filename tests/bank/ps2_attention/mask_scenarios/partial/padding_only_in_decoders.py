"""No causal masks: every prediction sees what it predicts.

points: 3
finding: GPT, self-attention: option-missing
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"target padding"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"target padding"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
