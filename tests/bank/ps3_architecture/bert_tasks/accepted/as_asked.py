"""One option each."""

tasks = {
    "masked tokens": "generative",
    "next sentence": "contrastive",
    "inference": "supervised",
    "same document": "contrastive",
}
