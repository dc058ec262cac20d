"""English texts that the service translates."""

from typing import Any


class Wording(str):
    """An English text, with the message that it was made of, and what fills its placeholders."""

    message: str
    words: dict[str, Any]

    def __new__(cls, message: str, words: dict[str, Any]) -> "Wording":
        """Fill the placeholders, if there are words for them."""
        text = super().__new__(cls, str.format(message, **words) if words else message)
        text.message = message
        text.words = words
        return text

    def format(self, *_: object, **words: Any) -> "Wording":
        """Return the text with further words, as marshmallow gives them to the texts of its validators."""
        return Wording(self.message, self.words | words)


def N_(message: str, **words: Any) -> Wording:
    """Return a text to translate. Babel finds the message by the name of this function."""
    return Wording(message, words)
