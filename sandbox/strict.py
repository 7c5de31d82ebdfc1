"""Read TOML strictly: what is wrong is said in one line with file, key, line and what to write instead."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from sandbox.errors import BadFile

__all__ = [
    "MAX_BYTES",
    "NAME_PATTERN",
    "Finite",
    "NonNegative",
    "Positive",
    "Strict",
    "Unit",
    "dotted",
    "leads_nowhere",
    "line_of",
    "parse",
    "read_toml",
]

MAX_BYTES = 1_000_000
"""A file of ours is a few kilobytes; anything above this is something else, given by mistake."""

NAME_PATTERN = r"^[a-z][a-z0-9_-]*$"

PATTERNS = {
    NAME_PATTERN: "write small letters, digits, - and _, a letter first",
    r"^[^\n\r]*$": "write one line",
}
"""What a pattern means, in words."""

Key = tuple[int | str, ...]
M = TypeVar("M", bound=BaseModel)


class Strict(BaseModel):
    """A table in which every key is known, every number finite, and nothing changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Finite = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Positive = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]
NonNegative = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]
Unit = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """Return the data and the text of a TOML file.

    Raises:
        BadFile: Not there, a folder, empty, too large, not UTF-8, or not TOML.
    """
    if leads_nowhere(path):
        raise BadFile(path, "is a link that leads nowhere")
    if not path.exists():
        raise BadFile(path, "there is no such file", instead=_near_files(path))
    if path.is_dir():
        raise BadFile(path, "is a folder, not a TOML file")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise BadFile(
            path, f"is {size / 1e6:.0f} MB large", instead=f"a file here has at most {MAX_BYTES / 1e6:.0f} MB"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a byte order mark
    except OSError as error:
        raise BadFile(path, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise BadFile(path, f"is not UTF-8 text (byte {error.start})", instead="save it as UTF-8") from None
    if not text.strip():
        raise BadFile(path, "is empty", instead="see README.md for a ten-line example")
    try:
        return tomllib.loads(text), text
    except RecursionError:
        raise BadFile(path, "has tables or lists nested too deeply", instead="three levels are enough") from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r"\(at line (\d+), column (\d+)\)", message)
        problem = re.sub(r"\s*\(at [^)]*\)", "", message)
        raise BadFile(path, f"is not TOML: {problem}", line=int(found.group(1)) if found else None) from None


def leads_nowhere(path: Path) -> bool:
    """Return whether a path is a link to nothing, or to itself."""
    if not path.is_symlink():
        return False
    try:
        return not path.resolve(strict=True).exists()
    except (OSError, RuntimeError):
        return True


def parse(model: type[M], data: object, file: str | Path, text: str = "", at: Key = ()) -> M:
    """Return `data` as a `model`.

    Args:
        model: A subclass of `Strict`.
        data: What `read_toml` returned, or a part of it.
        file: Named in the error.
        text: The file's text, to find lines in.
        at: Where `data` stands in the file.

    Raises:
        BadFile: The first thing that is wrong, with its key, line and what to write instead.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        # A wrong key is the cause more often than the key that is then missing.
        found = sorted(error.errors(include_url=False), key=lambda e: e["type"] != "extra_forbidden")[0]
        raise _explain(model, found, file, text, at, data) from None


def dotted(key: Key) -> str:
    """Return a key path as people write it: `place[2].at_mm`, counting from 1."""
    out = ""
    for part in key:
        if isinstance(part, int):
            out += f"[{part + 1}]"
        else:
            out += f".{part}" if out else part
    return out


def _in_file(location: Key, data: object) -> Key:
    """Return a place of pydantic's as a place in the file: without the names of the types that it tried."""
    out: Key = ()
    for part in location:
        if part == "[key]" or (isinstance(part, str) and not isinstance(data, dict)):
            continue
        out = (*out, part)
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part] if part < len(data) else None
    return out


def _shown(value: object) -> str:
    """Return a value as a file would write it, shortened."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def _explain(
    model: type[BaseModel], error: ErrorDetails, file: str | Path, text: str, at: Key, data: object
) -> BadFile:
    location = _in_file(error["loc"], data)
    key: Key = (*at, *location)
    kind, message, context = error["type"], error["msg"], error.get("ctx", {})
    problem, instead = message[:1].lower() + message[1:], None
    if kind == "extra_forbidden":
        known = _fields_at(model, location[:-1])
        problem = "unknown key"
        near = difflib.get_close_matches(str(location[-1]), known, n=1, cutoff=0.5)
        instead = f"did you mean {near[0]}?" if near else ("known keys: " + ", ".join(known) if known else None)
    elif kind == "missing":
        problem, instead = "is missing", "add it"
    elif kind == "value_error":
        problem = str(context["error"])
        problem, _, advice = problem.partition("; ")
        instead = advice or None
    elif kind == "finite_number":
        problem, instead = f"is {error['input']}", "write a finite number"
    elif kind.startswith(("greater_than", "less_than")):
        bound = next(iter(context.values()))
        words = {
            "greater_than": "more than",
            "greater_than_equal": "at least",
            "less_than": "less than",
            "less_than_equal": "at most",
        }
        problem, instead = f"is {error['input']:,.10g}", f"write a number of {words[kind]} {bound:,.10g}"
    elif kind in (
        "float_type",
        "int_type",
        "string_type",
        "bool_type",
        "list_type",
        "tuple_type",
        "dict_type",
    ):
        names = {
            "float": "a number",
            "int": "a whole number",
            "string": "a text in quotes",
            "bool": "true or false",
            "list": "a list in [ ]",
            "tuple": "a list in [ ]",
            "dict": "a table in { }",
        }
        problem, instead = f"is {_shown(error['input'])}", "write " + names[kind.removesuffix("_type")]
    elif kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        bound = context.get("min_length", context.get("max_length"))
        one, more = ("letter", "letters") if kind.startswith("string") else ("entry", "entries")
        problem = f"is too {kind.rpartition('_')[2]}"
        instead = f"give at {'least' if kind.endswith('short') else 'most'} {bound} {one if bound == 1 else more}"
    elif kind == "string_pattern_mismatch":
        problem = f"is {_shown(error['input'])}"
        instead = PATTERNS.get(context["pattern"], f"write it like {context['pattern']}")
    elif kind == "literal_error":
        problem, instead = f"is {_shown(error['input'])}", f"write one of {context['expected']}"
    return BadFile(file, problem, key=dotted(key) or None, line=line_of(text, key), instead=instead)


def _fields_at(model: type[BaseModel], location: Key) -> list[str]:
    """Return the keys that are known at a place inside a model, as far as its types tell."""
    current: list[type[BaseModel]] = [model]
    for part in location:
        if isinstance(part, int):
            continue
        current = [
            inner
            for outer in current
            if (field := outer.model_fields.get(part)) or (field := _by_alias(outer, part))
            for inner in _models_in(field.annotation)
        ] or current  # the free key of a table of tables
    return sorted({field.alias or name for each in current for name, field in each.model_fields.items()})


def _by_alias(model: type[BaseModel], alias: str) -> FieldInfo | None:
    return next((field for field in model.model_fields.values() if field.alias == alias), None)


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in getattr(annotation, "__args__", ()) for model in _models_in(inner)]


def line_of(text: str, key: Sequence[int | str]) -> int | None:
    """Return the line, from 1, where a key (or the nearest table around it) stands in a TOML text.

    It reads headers and `key = value` lines only, which is what people write; keys inside a value
    are found at the line of that value.
    """
    counts: dict[tuple[str, ...], int] = {}
    here: Key = ()
    best, best_length = None, 0
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if header := re.match(r"^(\[{1,2})\s*([^\]]+?)\s*\]", line):
            names = tuple(_split(header.group(2)))
            here = ()
            for depth in range(1, len(names) + 1):
                prefix = names[:depth]
                here = (*here, prefix[-1])
                if depth == len(names) and header.group(1) == "[[":
                    counts[prefix] = counts.get(prefix, -1) + 1
                if prefix in counts:
                    here = (*here, counts[prefix])
            found = here
        elif assignment := re.match(r"^((?:\"[^\"]*\"|'[^']*'|[\w-]+|\s*\.\s*)+)\s*=", line):
            found = (*here, *_split(assignment.group(1)))
        else:
            continue
        shared = _shared(found, key)
        if shared == len(found) and shared > best_length:
            best, best_length = number, shared
    return best


def _split(dotted_key: str) -> list[str]:
    return [
        part[1] or part[2] or part[0].strip()
        for part in re.findall(r"(\"([^\"]*)\"|'([^']*)'|[\w-]+)", dotted_key)
    ]


def _shared(found: Key, key: Sequence[int | str]) -> int:
    length = 0
    for a, b in zip(found, key, strict=False):
        if a != b:
            break
        length += 1
    return length


def _near_files(path: Path) -> str | None:
    if not path.parent.is_dir():
        return f"there is no folder {path.parent} either"
    near = difflib.get_close_matches(path.name, [p.name for p in path.parent.glob("*.toml")], n=1)
    return f"did you mean {path.parent / near[0]}?" if near else None
