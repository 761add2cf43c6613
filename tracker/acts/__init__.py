"""Every act that players and the dealer could think of now, legal or not, with the reason why one is not."""

from tracker.acts.act import Act, Refusal
from tracker.acts.at_the_table import acts_of

__all__ = ["Act", "Refusal", "acts_of"]
