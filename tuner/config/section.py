"""Say what all sections of a file have in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Discriminator

__all__ = ["LIST", "MAPPING", "TAGS", "TEXT", "Section", "one_of"]

TEXT, MAPPING, LIST = "<text>", "<mapping>", "<list>"
TAGS = frozenset({TEXT, MAPPING, LIST})
"""Parts of pydantic's locations that are not keys of the file."""


class Section(BaseModel):
    """Hold a mapping of the file: it has the keys that are fields, and nothing is converted."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def one_of(tags: tuple[str, ...], cure: str) -> Discriminator:
    """Return what tells apart the forms in which a key may be written.

    Args:
        tags: of these forms.
        cure: what to write, for who has written another one.
    """

    def tag(value: Any) -> str | None:
        kinds = ((str, TEXT), (dict, MAPPING), (list, LIST))
        return next((tag for kind, tag in kinds if isinstance(value, kind) and tag in tags), None)

    return Discriminator(tag, custom_error_type="misfit", custom_error_message=cure)
