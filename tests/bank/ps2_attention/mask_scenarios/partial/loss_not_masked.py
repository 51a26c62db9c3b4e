"""The loss counts padding.

points: 3
finding: GPT, loss: option-missing
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": set()},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding"},
        "loss": set(),
    },
}
