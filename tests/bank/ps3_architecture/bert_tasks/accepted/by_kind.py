"""From the kinds to the tasks."""

kinds = {
    "generative": ["masked tokens"],
    "contrastive": ["next sentence", "same document"],
    "supervised": ["inference"],
}
tasks = {task: kind for kind, names in kinds.items() for task in names}
