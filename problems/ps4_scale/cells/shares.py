from ...shared.needs import needs
from ..scale import non_embedding_parameters
from .models import GPT2_SMALL, GPT2_XL, GPT3


# %%
# alt: A table of three models in millions: all published parameters, your N, the rest, and the share.
def compare_with_published():
    # The numbers of all parameters in papers and released files.
    published = {
        "GPT-2 small": (GPT2_SMALL, 124_439_808),
        "GPT-2 XL": (GPT2_XL, 1_557_611_200),
        "GPT-3": (GPT3, 175.0e9),
    }
    found = [non_embedding_parameters(**model) for model, _ in published.values()]
    print("in millions   in all  your N   rest  share")
    for (name, (_, total)), weights in zip(published.items(), found, strict=True):
        numbers = f"{total / 1e6:9,.0f}{weights / 1e6:8,.0f}{(total - weights) / 1e6:7,.0f}"
        print(f"{name:11}{numbers}{weights / total:7.1%}")


with needs("question `parameters`"):
    compare_with_published()
