"""A causal mask on cross-attention.

points: 3
finding: cross-attention: you have “causal”, “source padding”
finding: The keys come from the source, all of which may be seen from the start
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding", "causal"},
        "loss": {"target padding"},
    },
}
