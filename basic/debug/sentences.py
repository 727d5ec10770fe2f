"""Sentences that can be said in another language: English, with what was filled in kept beside it.

    sentence("There is no line {0}.", 30)       # a text; `template` and `values` say of what it was made
"""


class Sentence(str):
    """A text in English. A face looks its template up among those of the person's language."""
    template: str
    values: tuple[object, ...]


def sentence(template: str, *values: object) -> Sentence:
    """Without values, the template is the sentence as it is."""
    made = Sentence(template.format(*values) if values else template)
    made.template, made.values = template, values
    return made
