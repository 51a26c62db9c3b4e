"""No padding mask in cross-attention.

points: 3
finding: cross-attention: you have nothing
finding: its outputs at padding exist, and are attended to
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": set(),
        "loss": {"target padding"},
    },
}
