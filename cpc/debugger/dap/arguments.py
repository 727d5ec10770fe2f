"""What requests bring and answers give: JSON objects, those of requests checked against the protocol's kinds."""

from typing import Any, TypedDict

from basic.debug.debugger import CommandError
from basic.debug.sentences import sentence

NAMES = {int: "a whole number", str: "a text", bool: "true or false", dict: "an object", list: "a list"}
KINDS: dict[str, type] = {
    **dict.fromkeys(("line", "column", "endLine", "endColumn", "startFrame", "levels", "start", "count", "frameId", "targetId",
                     "threadId", "variablesReference", "sourceReference", "offset", "requestId"), int),
    **dict.fromkeys(("name", "value", "expression", "context", "text", "path", "filter", "granularity", "dataId",
                     "accessType", "condition", "hitCondition", "logMessage", "filterId", "pathFormat", "memoryReference",
                     "progressId", "locale"), str),
    **dict.fromkeys(("linesStartAt1", "columnsStartAt1", "supportsVariableType", "supportsInvalidatedEvent",
                     "terminateDebuggee", "asAddress", "supportsMemoryReferences", "supportsProgressReporting"), bool),
    "source": dict, "arguments": dict, "breakpoints": list, "filters": list, "filterOptions": list}
OF_OBJECTS = {"breakpoints", "filterOptions"}
NOT_NEGATIVE = {"startFrame", "levels", "start", "count"}


Body = dict[str, object]                # of an answer or an event


class Span(TypedDict):
    """Where something stands in a source, as the editor counts."""
    line: int
    column: int
    endLine: int
    endColumn: int


class Arguments(dict[str, Any]):        # `arguments` has checked of what kind each is
    """A request's arguments. One that is missing is named in a sentence."""

    def __missing__(self, name: str) -> Any:
        raise CommandError("The request lacks {0}.", name)


def arguments(given: object) -> Arguments:
    """Checked; what is null is left out."""
    if given is None:
        return Arguments()
    if not isinstance(given, dict):
        raise CommandError("The arguments of a request are an object.")
    found = Arguments()
    for name, value in given.items():
        if value is None:
            continue
        kind = KINDS.get(name)
        if kind is not None and (not isinstance(value, kind) or kind is int and isinstance(value, bool)):
            raise CommandError("{0} is {1}.", name, sentence(NAMES[kind]))
        if name in NOT_NEGATIVE and value < 0:
            raise CommandError("{0} is not below 0.", name)
        if name in OF_OBJECTS and not all(isinstance(one, dict) for one in value):
            raise CommandError("{0} is a list of objects.", name)
        if kind is dict:
            value = arguments(value)
        elif name in OF_OBJECTS:
            value = [arguments(one) for one in value]
        found[name] = value
    return found
