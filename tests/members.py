"""Registered players of a live site, who may play ranked."""

from tests.live import Process, Site, Visitor

PASSWORD = "a-queen-of-spades-4711"
SCRIPT = """
from allauth.account.models import EmailAddress
from accounts.models import Player, User
for name in {names!r}:
    user = User.objects.filter(username__iexact=name).first()  # a demo player, perhaps
    user = user or User.objects.create_user(name)
    address = dict(email=name + "@example.org", verified=True, primary=True)
    EmailAddress.objects.update_or_create(user=user, defaults=address)
    user.set_password({password!r})
    user.save()
    Player.objects.filter(pk=user.player_id).update(games_finished=10)
"""


def make_members(site: Site, *names: str, password: str = PASSWORD) -> None:
    """Registers people who have finished ten games, by a process beside the site's."""
    script = SCRIPT.format(names=names, password=password)
    process = Process("shell", "-v0", "-c", script, environment=site.environment)
    assert process.wait() == 0, process.lines
    process.stop()


def logged_in(base: str, name: str) -> Visitor:
    """A browser in which this member is logged in."""
    visitor = Visitor()
    visitor.post(f"{base}/accounts/login/", login=name, password=PASSWORD)
    return visitor
