"""The forms that open tables."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tables.commands.opening import RANKED_TARGET
from tables.hearts.seating import RankedStartsItself

SIZES = [(3, "3"), (4, "4"), (5, "5")]


class PracticeForm(forms.Form):
    """A practice game with bots."""

    size = forms.TypedChoiceField(choices=SIZES, coerce=int, initial=4, widget=forms.RadioSelect)
    target = forms.IntegerField(min_value=10, max_value=500, initial=100, required=False)

    def clean_target(self) -> int:
        return self.cleaned_data["target"] or 100


class TableForm(forms.Form):
    """A new table, regular unless asked otherwise (rule 11)."""

    kind = forms.ChoiceField(
        choices=[("regular", "Regular"), ("ranked", "Ranked")],
        initial="regular",
        required=False,
        widget=forms.RadioSelect,
    )
    size = forms.TypedChoiceField(choices=SIZES, coerce=int, initial=4, widget=forms.RadioSelect)
    target = forms.IntegerField(
        min_value=10,
        max_value=500,
        initial=100,
        required=False,
        error_messages={"required": "How many points end the game?"},
    )
    private = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """A ranked table is public, to 100, and has no bots before its start."""
        cleaned = super().clean() or self.cleaned_data
        target = cleaned.get("target")
        if cleaned.get("kind") != "ranked":
            if target is None and "target" not in self.errors:
                required = self.fields["target"].error_messages["required"]
                self.add_error("target", ValidationError(required, "required"))
            return cleaned
        if target is not None and target != RANKED_TARGET:
            text = f"A ranked table always plays to {RANKED_TARGET}."
            self.add_error("target", ValidationError(text, "ranked_target"))
        if cleaned.get("private"):
            text = "A ranked table is always public."
            self.add_error("private", ValidationError(text, "ranked_private"))
        if "bots" in self.data or "fill" in self.data:
            refusal = RankedStartsItself()
            raise ValidationError(str(refusal), refusal.code)
        return cleaned
