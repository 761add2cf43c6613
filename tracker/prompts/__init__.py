"""What the dealer should say and do now: data (code, fields, actions), with texts in the words of the trade."""

from tracker.prompts.phases import WAITING, prompts_of
from tracker.prompts.prompt import Prompt, call_of, detail_of, text_of
from tracker.prompts.words import Language, person

__all__ = ["WAITING", "Language", "Prompt", "call_of", "detail_of", "person", "prompts_of", "text_of"]
