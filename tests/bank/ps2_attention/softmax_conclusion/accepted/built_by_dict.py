"""With dict(), and an entry of its own."""

conclusion = dict(output="insensitive", gradients="vanish", because="the score is far above the others")
