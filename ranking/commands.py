"""Everything that changes a rating. Each runs in the caller's transaction, or makes one.

Locks: ratings by player id first, histogram bins upwards last. So within a transaction these come
after all that locks players; who must lock ratings before players calls ``lock_ratings`` first.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from ranking import book
from ranking.elo import outcomes
from ranking.errors import GameNotRated, GameNotSettled
from ranking.models import EntryState, QueenEntry, RankedEntry, Rating, RatingChange
from ranking.results import GameResult
from ranking.skill import WhyNot, queen_event

Kind = RatingChange.Kind
# Player id → rating, locked.
Ratings = dict[int, Rating]


def enter_game(game: str, players: Sequence[int], now: int) -> None:
    """Notes that a ranked game starts; ``players``: seat → player id.

    The caller holds the players' rows locked and has checked under that lock that each is eligible:
    who turns Hearts off at the same moment locks the same row.
    """
    with transaction.atomic():
        book.make_ratings(players)
        elos = dict(Rating.objects.filter(pk__in=players).values_list("pk", "elo"))
        RankedEntry.objects.bulk_create(
            RankedEntry(
                game=game, seat=seat, player_id=player, elo_at_start=elos[player], started_ms=now
            )
            for seat, player in enumerate(players)
        )


def lock_ratings(game: str) -> None:
    """Locks the ratings of a game's ranked players by player id, in the caller's transaction."""
    book.lock(_players(game))


def rate_game(result: GameResult, now: int) -> None:
    """Rates a game that has ended (rules 23 to 26), all players at once, and once only."""
    with book.locked_ratings(_players(result.game)) as ratings:
        entries = _entries(result.game, EntryState.RUNNING)
        if not entries:
            return  # It has been rated or closed.
        changes = RatingChange.objects.bulk_create(_game_changes(result, entries, ratings, now))
        _count_games(changes, ratings)
        _book_queens(result, entries, ratings)
        _move_on(entries, EntryState.RATED)


def close_game(game: str) -> None:
    """A moderator has closed a running game: it ends without any rating (rule 31)."""
    with transaction.atomic():
        lock_ratings(game)
        _move_on(_entries(game, EntryState.RUNNING), EntryState.CLOSED)


def void_game(game: str, now: int) -> None:
    """Takes a rated game back by new entries (rule 31); twice is once. Raises GameNotRated."""
    with book.locked_ratings(_players(game)) as ratings:
        if _entries(game, EntryState.VOIDED):
            return
        entries = _entries(game, EntryState.RATED)
        if not entries:
            raise GameNotRated
        _take_back(entries, ratings, now)
        _take_queens_off(entries, ratings)
        _move_on(entries, EntryState.VOIDED)


def reset(player: int, now: int) -> None:
    """Sets the Elo back to 1500 and takes the player off the leaderboards; skill stays (rule 28).

    Raises GameNotSettled. The caller holds the player's row locked, so that no game can start.
    """
    refuse_while_unsettled(player)
    book.make_ratings([player])
    with book.locked_ratings([player]) as ratings:
        rating = ratings[player]
        change = book.start_again(rating, now)
        change.save()
        book.count_from(rating, change.pk)


def adjust(player: int, points: float, now: int) -> None:
    """Adds these points to a player's Elo, or takes them off, by an entry of its own."""
    book.make_ratings([player])
    with book.locked_ratings([player]) as ratings:
        book.moved(ratings[player], Kind.ADJUSTMENT, now, delta=points).save()


def delist(player: int) -> None:
    """Takes a closed or deactivated account off the leaderboards (rule 27)."""
    with book.locked_ratings([player]) as ratings:
        last = RatingChange.objects.filter(player=player).aggregate(last=Max("pk"))["last"]
        for rating in ratings.values():
            book.count_from(rating, last or 0)


def refuse_while_unsettled(player: int) -> None:
    """Raises GameNotSettled while a started ranked game of the player has not ended (rule 28)."""
    if RankedEntry.objects.filter(player=player, state=EntryState.RUNNING).exists():
        raise GameNotSettled


def _players(game: str) -> QuerySet[RankedEntry, int]:
    return RankedEntry.objects.filter(game=game).values_list("player_id", flat=True)


def _entries(game: str, state: EntryState) -> list[RankedEntry]:
    """The game's entries in this state, by seat; to be read after the ratings are locked."""
    return list(RankedEntry.objects.filter(game=game, state=state).order_by("seat"))


def _move_on(entries: Iterable[RankedEntry], state: EntryState) -> None:
    RankedEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(state=state)


def _game_changes(
    result: GameResult, entries: Sequence[RankedEntry], ratings: Ratings, now: int
) -> Iterator[RatingChange]:
    """Moves each rating by what the game means for it (rules 23 and 24)."""
    seats = result.seats
    assert [entry.player_id for entry in entries] == [seat.player for seat in seats]
    found = outcomes(
        [seat.contender(entry.elo_at_start) for seat, entry in zip(seats, entries, strict=True)]
    )
    for seat, entry, outcome in zip(seats, entries, found, strict=True):
        change = book.moved(
            ratings[seat.player], Kind.GAME, now, delta=outcome.delta, fine=outcome.fine
        )
        change.entry, change.chance = entry, outcome.chance
        change.place, change.total = outcome.place, seat.total
        yield change


def _count_games(changes: Iterable[RatingChange], ratings: Ratings) -> None:
    """Counts the game for the leaderboards, but not for an account that is no longer active."""
    active = set(
        User.objects.filter(player__in=ratings, is_active=True).values_list("player_id", flat=True)
    )
    for change in changes:
        rating = ratings[change.player_id]
        if change.player_id in active:
            book.count(rating, change)
        else:
            book.count_from(rating, change.pk)


def _book_queens(result: GameResult, entries: Sequence[RankedEntry], ratings: Ratings) -> None:
    """Books each hand in which a ranked player played the queen of spades (rule 26)."""
    rows = []
    for hand in result.queens():
        event = queen_event(hand)
        if event.why_not is WhyNot.NOT_RANKED_PLAYER:
            continue
        entry = entries[hand.holder]
        book.add_queens(ratings[entry.player_id], holds=int(event.hold), drops=int(event.drop))
        rows.append(
            QueenEntry(
                entry=entry,
                hand=hand.number,
                low_man=event.low_man,
                taker=hand.taker,
                why_not=event.why_not.value if event.why_not else QueenEntry.RECORDED,
                drop=event.drop,
            )
        )
    QueenEntry.objects.bulk_create(rows)


def _take_back(entries: Iterable[RankedEntry], ratings: Ratings, now: int) -> None:
    """Takes each player's change and fine back, unless a reset has done so already."""
    resets = RatingChange.objects.filter(player__in=ratings, kind=Kind.RESET)
    last_reset = dict(
        resets.values("player").annotate(last=Max("pk")).values_list("player", "last")
    )
    voids = []
    for change in RatingChange.objects.filter(entry__in=entries, kind=Kind.GAME):
        rating = ratings[change.player_id]
        is_reset = change.pk < last_reset.get(change.player_id, 0)
        void = book.moved(
            rating, Kind.VOID, now, delta=0.0 if is_reset else change.before - change.after
        )
        void.entry_id = change.entry_id
        voids.append(void)
        if change.pk > rating.counted_after:
            book.uncount(rating, change)
    RatingChange.objects.bulk_create(voids)


def _take_queens_off(entries: Iterable[RankedEntry], ratings: Ratings) -> None:
    """Takes the game's hands off the skill ratings; their rows stay."""
    recorded = QueenEntry.objects.filter(entry__in=entries, why_not=QueenEntry.RECORDED)
    for player, drop in recorded.values_list("entry__player_id", "drop"):
        book.add_queens(ratings[player], holds=-1, drops=-int(drop))
