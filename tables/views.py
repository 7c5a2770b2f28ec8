"""The pages about tables, and the forms by which visitors open them and sit down.

A visitor who sits down or opens a table becomes a guest here: a socket can set no cookie.
"""

import secrets
from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.eligibility import Reason, reasons_of_visitors
from accounts.identity import ensure_device, keep_guest, make_guest, player_of, remember_device
from accounts.models import EXPERIENCE_GAMES, Player
from tables import access, listing, models, queries
from tables.commands import opening, seats
from tables.commands.errors import NotEligible, SeatedElsewhere
from tables.commands.run import in_one_transaction
from tables.forms import PracticeForm, TableForm
from tables.hearts.errors import TableError
from tables.hearts.seating import AlreadySeatedHere
from tables.store import NoSuchTable


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The Hearts menu and the list of open tables."""
    return render(request, "tables/home.html", _lobby(request))


@require_safe
@never_cache
def open_tables(request: HttpRequest) -> HttpResponse:
    """The list alone, for the home page to show it anew."""
    return render(request, "tables/open_tables.html", _lobby(request))


@require_safe
@never_cache
def way_back(request: HttpRequest) -> HttpResponse:
    """The notice of the visitor's running ranked game alone, for pages to show it anew."""
    return render(request, "tables/way_back.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/rules.html")


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The game page; what it shows comes by its socket."""
    if code != code.upper():
        return redirect("tables:table", code.upper())
    if not models.Table.objects.filter(code=code).exists():
        return _no_such_table(request, code)
    player = player_of(request)
    if not access.may_watch(code, player.pk if player else None, request.session):
        return render(request, "tables/private.html", {"code": code}, status=403)
    return render(request, "tables/table.html", {"code": code})


@require_safe
@never_cache
def join(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The invite link of a private table: notes the right to sit and watch, and leads there."""
    invite = models.Table.objects.filter(code=code).values_list("invite", flat=True).first()
    if invite is None:
        return _no_such_table(request, code)
    if invite and not secrets.compare_digest(invite.encode(), token.encode()):
        page = {"code": code, "invalid_invite": True}
        return render(request, "tables/private.html", page, status=403)
    access.keep_invite(code, request.session)
    return redirect("tables:table", code)


@require_POST
def play_now(request: HttpRequest) -> HttpResponseBase:
    """Takes a seat at the fullest waiting table, or opens a new one."""

    def work(player: Player) -> str:
        for code in queries.waiting_tables():
            try:
                return _sit(request, code, player, None)
            except SeatedElsewhere:
                raise
            except TableError:
                continue  # it filled up or began meanwhile: the next one
        return opening.open_table(
            player.pk, size=4, target=100, private=False, leave_other=_leaves_other(request)
        ).code

    return _seated(request, work, again="Leave there and play here")


@require_POST
def play_ranked(request: HttpRequest) -> HttpResponseBase:
    """Takes a seat at the fullest waiting ranked table of four, or opens one and waits."""
    if player_of(request) is None:
        return _not_eligible(request, reasons_of_visitors())

    def work(player: Player) -> str:
        return opening.join_ranked(
            player.pk, leave_other=_leaves_other(request), device=ensure_device(request)
        )

    return _seated(request, work, again="Leave there and play ranked")


@require_POST
def practice(request: HttpRequest) -> HttpResponseBase:
    """Opens a private table full of bots, and starts."""
    form = PracticeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "A practice table has 3, 4 or 5 seats and a target from 10 to 500.")
        return redirect("home")
    size, target = form.cleaned_data["size"], form.cleaned_data["target"]

    def work(player: Player) -> str:
        return opening.practice(
            player.pk, size=size, target=target, leave_other=_leaves_other(request)
        ).code

    return _seated(request, work, again="Leave there and practise")


def new(request: HttpRequest) -> HttpResponseBase:
    """The form for a new table."""
    if request.method != "POST":
        form = TableForm(initial={"private": bool(request.GET.get("private"))})
        return render(request, "tables/new.html", {"form": form})
    form = TableForm(request.POST)
    if not form.is_valid():
        return render(request, "tables/new.html", {"form": form}, status=422)
    if form.cleaned_data["kind"] == "ranked" and player_of(request) is None:
        return _not_eligible(request, reasons_of_visitors())
    size, target = form.cleaned_data["size"], form.cleaned_data["target"]
    private, leaves = form.cleaned_data["private"], _leaves_other(request)

    def work(player: Player) -> str:
        if form.cleaned_data["kind"] == "ranked":
            return opening.open_ranked(player.pk, size=size, leave_other=leaves).code
        return opening.open_table(
            player.pk, size=size, target=target, private=private, leave_other=leaves
        ).code

    return _seated(request, work, again="Leave there and open a new table")


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Takes a seat at this table."""
    text = request.POST.get("seat", "")
    seat = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else None

    def work(player: Player) -> str:
        return _sit(request, code, player, seat)

    return _seated(request, work, code=code, again=f"Leave there and sit at {code}")


@require_POST
def again(request: HttpRequest, code: str) -> HttpResponseBase:
    """Sits down where the people of a finished game play again."""

    def work(player: Player) -> str:
        return opening.play_again(
            code, player.pk, leave_other=_leaves_other(request), device=ensure_device(request)
        )

    return _seated(request, work, code=code, again="Leave there and play again")


def _leaves_other(request: HttpRequest) -> bool:
    """Whether the visitor has been asked, and leaves the other table (rule 13)."""
    return "leave_other" in request.POST


def _sit(request: HttpRequest, code: str, player: Player, seat: int | None) -> str:
    invited = access.has_invite(code, request.session)
    device = ensure_device(request)
    try:
        if _leaves_other(request):
            seats.move_to(code, player.pk, seat, invited=invited, device=device)
        else:
            seats.sit(code, player.pk, seat, connected=False, invited=invited, device=device)
    except AlreadySeatedHere:
        pass  # a doubled click: the seat is theirs
    return code


def _seated(
    request: HttpRequest,
    work: Callable[[Player], str],
    *,
    again: str,
    code: str | None = None,
) -> HttpResponseBase:
    """Does ``work`` as the visitor's player, and leads to the table whose code it returns.

    Someone who holds a seat elsewhere is offered the way back, and to do the same once more after
    leaving there (rule 13); ``again`` is what that button says.
    """
    player = player_of(request)
    response: HttpResponseBase
    try:
        response = redirect("tables:table", work(player) if player else _as_guest(request, work))
    except NotEligible as refusal:
        return _not_eligible(request, refusal.reasons, player)
    except SeatedElsewhere as conflict:
        assert player is not None
        fields = [(k, v) for k, v in request.POST.items() if k != "csrfmiddlewaretoken"]
        page = {"return_to": _return_to(player), "fields": fields, "again": again}
        if page["return_to"] is None:  # it ended this very moment
            messages.error(request, str(conflict))
            return redirect("home")
        response = render(request, "tables/seat_conflict.html", page, status=409)
    except NoSuchTable:
        response = _no_such_table(request, code or "")
    except TableError as refusal:
        messages.error(request, str(refusal))
        response = redirect("tables:table", code) if code else redirect("home")
    remember_device(request, response)
    return response


def _as_guest(request: HttpRequest, work: Callable[[Player], str]) -> str:
    """Does ``work`` as a new guest, whom the visitor becomes unless it is refused."""

    def made() -> tuple[Player, str]:
        guest = make_guest()
        return guest, work(guest)

    guest, code = in_one_transaction(made)
    keep_guest(request, guest)
    return code


def _not_eligible(
    request: HttpRequest, reasons: Sequence[Reason], player: Player | None = None
) -> HttpResponse:
    """Says what stands between the visitor and a ranked seat, and what lifts it (rule 15)."""
    page = {
        "reasons": reasons,
        "only_banned": all(reason.code == "banned" for reason in reasons),
        "games_finished": player.games_finished if player else 0,
        "games_needed": EXPERIENCE_GAMES,
    }
    return render(request, "tables/not_eligible.html", page, status=403)


def _lobby(request: HttpRequest) -> dict[str, object]:
    player = player_of(request)
    return {
        "listing": listing.offers(player),
    }


def _return_to(player: Player) -> models.Table | None:
    """The unfinished table at which the player holds a seat."""
    return models.Table.objects.filter(seats__player=player, seats__held=True).first()


def _no_such_table(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "tables/missing.html", {"code": code[:8]}, status=404)
