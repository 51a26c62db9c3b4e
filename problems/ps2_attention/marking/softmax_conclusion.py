"""The conclusion from the Jacobian of a saturated softmax."""

from examiner.checks import Choices

question = Choices(
    {"output": "insensitive", "gradients": "vanish"},
    options=["insensitive", "very sensitive", "undefined", "vanish", "explode", "unchanged"],
    why={
        "output": {
            "very sensitive": (
                "It would take a large derivative: look at the largest of the 25, and at how far y"
                " moves with a score"
            ),
            "undefined": "The softmax has derivatives everywhere; here all 25 of them are tiny",
            "vanish": "The output itself is there: the question is how it reacts",
            "explode": "The outputs lie between 0 and 1: the question is how they react",
            "unchanged": "It changes, but by how much? Look at the largest of the 25 derivatives",
        },
        "gradients": {
            "explode": "They are multiplied by J: look at the largest of its 25 entries",
            "unchanged": "They would be if J were the identity; here all its entries are nearly 0",
            "insensitive": "This word describes an output; describe the effect of J on a gradient",
            "very sensitive": "They are multiplied by J, whose entries are all nearly 0",
            "undefined": "J has 25 finite entries; a gradient is multiplied by them",
        },
    },
)
