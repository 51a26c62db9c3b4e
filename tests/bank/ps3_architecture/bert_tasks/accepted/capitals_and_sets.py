"""Sets and capitals."""

tasks = {
    "Masked tokens": {"Generative"},
    "Next sentence": {"Contrastive"},
    "Inference": {"Supervised"},
    "Same document": {"Contrastive"},
}
