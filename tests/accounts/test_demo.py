import pytest
from django.test import override_settings

from accounts.demo import demo_password, make_demo_players
from accounts.models import User


@pytest.mark.django_db
@override_settings(EMBEDDED=True)
def test_demo_players_are_made_once_and_can_log_in() -> None:
    assert make_demo_players() == ["alice", "bob", "carol", "dave"]
    assert make_demo_players() == ["alice", "bob", "carol", "dave"]

    assert User.objects.count() == 4
    assert User.objects.get(username="carol").check_password(demo_password())


@pytest.mark.django_db
@override_settings(EMBEDDED=True)
def test_a_demo_player_who_is_there_is_left_alone() -> None:
    User.objects.create_user("bob", password="changed")

    make_demo_players()

    assert User.objects.get(username="bob").check_password("changed")


@override_settings(SECRET_KEY="one")
def test_each_data_folder_has_its_own_demo_password() -> None:
    first = demo_password()

    with override_settings(SECRET_KEY="two"):
        assert demo_password() != first
    assert demo_password() == first


@override_settings(EMBEDDED=False)
def test_production_gets_no_demo_players() -> None:
    with pytest.raises(RuntimeError, match="embedded"):
        make_demo_players()
