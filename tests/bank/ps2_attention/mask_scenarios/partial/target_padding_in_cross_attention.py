"""The target's mask on the source's keys.

points: 3
finding: T5, cross-attention: comments
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"target padding"},
        "loss": {"target padding"},
    },
}
