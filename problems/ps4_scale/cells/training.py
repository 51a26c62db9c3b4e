from ...shared.needs import needs
from ..scale import training_flops_per_token
from .models import GPT3


# %%
# alt: A line of text: the FLOPs and the days of GPT-3's training run, by your cost of a token.
def plan_training(model=GPT3, tokens=300e9, accelerators=1024, peak=312e12, utilisation=0.4):
    flops = training_flops_per_token(**model) * tokens
    days = flops / (accelerators * peak * utilisation) / 86_400
    print(f"{flops:.2e} FLOPs, {days:,.0f} days on {accelerators:,} accelerators")


with needs("question `training_cost`"):
    plan_training()
