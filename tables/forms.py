"""The forms that open tables."""

from django import forms

SIZES = [(3, "3"), (4, "4"), (5, "5")]


class PracticeForm(forms.Form):
    """A practice game with bots."""

    size = forms.TypedChoiceField(choices=SIZES, coerce=int, initial=4, widget=forms.RadioSelect)
    target = forms.IntegerField(min_value=10, max_value=500, initial=100, required=False)

    def clean_target(self) -> int:
        return self.cleaned_data["target"] or 100


class TableForm(forms.Form):
    """A new regular table (rule 11)."""

    size = forms.TypedChoiceField(choices=SIZES, coerce=int, initial=4, widget=forms.RadioSelect)
    target = forms.IntegerField(min_value=10, max_value=500, initial=100)
    private = forms.BooleanField(required=False)
