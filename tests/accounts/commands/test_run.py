import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from accounts.commands import lock_players, run
from accounts.errors import Busy, TryAgain
from accounts.models import Player

Steps = list[str]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_wait_a_moment", lambda _attempt: None)


def deadlock() -> OperationalError:
    error = OperationalError("deadlock detected")
    error.__cause__ = psycopg.errors.DeadlockDetected()
    return error


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("met", [TryAgain(), deadlock()])
def test_a_command_that_met_another_is_begun_again_from_the_start(met: Exception) -> None:
    steps: Steps = []

    def work() -> str:
        Player.objects.create(name="Alice", is_guest=False)
        steps.append("begun")
        if len(steps) == 1:
            raise met
        return "done"

    assert run.in_one_transaction(work) == "done"
    assert steps == ["begun", "begun"]
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_command_gives_up_after_many_times() -> None:
    def work() -> None:
        raise TryAgain

    with pytest.raises(Busy):
        run.in_one_transaction(work)


@pytest.mark.django_db(transaction=True)
def test_another_fault_of_the_database_is_raised() -> None:
    def work() -> None:
        raise OperationalError("the disk is full")

    with pytest.raises(OperationalError, match="disk"):
        run.in_one_transaction(work)


@pytest.mark.django_db(transaction=True)
def test_inside_a_transaction_its_owner_begins_again() -> None:
    def work() -> None:
        raise TryAgain

    with pytest.raises(TryAgain), transaction.atomic():
        run.in_one_transaction(work)


def test_players_are_locked_in_the_order_of_their_ids(alice: Player, bob: Player) -> None:
    with transaction.atomic():
        locked = lock_players([bob.pk, alice.pk, bob.pk, 0])

    assert list(locked.items()) == [(alice.pk, alice), (bob.pk, bob)]
    assert connection.vendor in ("sqlite", "postgresql")
