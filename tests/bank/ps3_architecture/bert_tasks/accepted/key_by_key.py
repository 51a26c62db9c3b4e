"""Built key by key, in another order."""

tasks = dict()
tasks["same document"] = tasks["next sentence"] = "contrastive"
tasks["inference"] = "supervised"
tasks.update({"masked tokens": "generative"})
