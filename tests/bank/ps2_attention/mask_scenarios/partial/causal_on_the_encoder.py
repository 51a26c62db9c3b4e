"""A causal mask on encoders.

points: 3
finding: BERT, self-attention: comments
"""

masks = {
    "BERT": {"self-attention": {"source padding", "causal"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding", "causal"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
