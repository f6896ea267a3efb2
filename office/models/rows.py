"""Answers that are rows: the base of a details row's children, and how they are read and replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import prefetch_related_objects
from django.db.models.fields.related_descriptors import ReverseManyToOneDescriptor

Rows = tuple[dict[str, Any], ...]


class AnswerRow(models.Model):
    """One row of an answer that is a table: a part of a dock, a sounding, a vessel.

    It hangs on the details row by a ForeignKey whose `related_name` is the name of the answer, and so of the
    fact; its columns are nullable like any answer. `PUBLIC` lists the columns that the register may show.
    Rows are replaced whole with the answers they belong to, so nothing may point to one.
    """

    position = models.PositiveSmallIntegerField(editable=False)

    PUBLIC: ClassVar[tuple[str, ...]] = ()

    class Meta:
        abstract = True
        ordering = ("position",)

    @classmethod
    def parent(cls) -> str:
        """The name of the ForeignKey to the details row."""
        return next(
            column.name for column in cls._meta.concrete_fields if isinstance(column, models.ForeignKey)
        )

    @classmethod
    def columns(cls) -> tuple[models.Field[Any, Any], ...]:
        """What a row says: its columns but for key, place and parent, in the order of the model."""
        ours = {cls._meta.pk.name, "position", cls.parent()}
        return tuple(column for column in cls._meta.concrete_fields if column.name not in ours)


@cache
def row_models(details: Any) -> dict[str, type[AnswerRow]]:
    """The answers of a details model that are rows: name of the answer -> model of one row."""
    found = {}
    for each in reversed(details.__mro__):
        for name, descriptor in vars(each).items():
            if isinstance(descriptor, ReverseManyToOneDescriptor):
                row = descriptor.rel.related_model
                if issubclass(row, AnswerRow):
                    found[name] = row
    return found


def rows_of(details: models.Model) -> dict[str, Rows | None]:
    """The rows of a details row by the name of the answer: one query for each, then kept with `details`.

    No rows at all is None, not known: that there are none is an answer of its own ("has it lights?").
    """
    kinds = row_models(type(details))
    if details.pk is None:
        return dict.fromkeys(kinds)
    prefetch_related_objects([details], *kinds)
    return {
        name: tuple(
            {column.name: getattr(row, column.name) for column in model.columns()}
            for row in getattr(details, name).all()
        )
        or None
        for name, model in kinds.items()
    }


def replace_rows(details: models.Model, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put `rows` (column -> value) in the place of all rows of one answer, in their order."""
    model = row_models(type(details))[name]
    parent = {model.parent(): details}
    model._default_manager.filter(**parent).delete()
    model._default_manager.bulk_create(
        model(**parent, position=position, **row) for position, row in enumerate(rows, start=1)
    )
    getattr(details, "_prefetched_objects_cache", {}).pop(name, None)
