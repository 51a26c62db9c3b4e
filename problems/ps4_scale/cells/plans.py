from ...shared.needs import needs
from ..scale import CHINCHILLA, budget, non_embedding_parameters


# %%
# alt: Text: your plan for each of three budgets, with layers, weights, days and sequences.
# The accelerators do 312 TFLOP/s and are busy 40 % of the time; eight, with 640 GB, serve the model.
def show_plans():
    for flops, machines in ((1e20, 8), (1e22, 64), (1e24, 1024)):
        plan = budget(flops, 640e9, 4096, machines * 0.4 * 312e12, CHINCHILLA)
        layers = plan["n_layers"]
        weights = non_embedding_parameters(128 * layers, layers, layers, 512 * layers)
        print(
            f"{flops:.0e} FLOPs: {layers} layers of width {128 * layers:,}, {weights:.1e} weights"
        )
        print(f"    {plan['days']:.1f} days on {machines:,} accelerators")
        print(f"    {plan['sequences']:,} sequences of 4,096 tokens at a time")


with needs("question `budget` and those that it rests on"):
    show_plans()
