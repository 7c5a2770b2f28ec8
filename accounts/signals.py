"""What accounts tells ranking and tables, which it may not import. There are no other signals.

Each is sent inside the sender's transaction, with ``player`` (its row locked) and ``now`` (ms by
the database's clock). A receiver follows, or refuses by raising an AccountError, which undoes all.
A receiver that met another command on the same rows raises ``errors.TryAgain``: the sender begins
its whole transaction again.
"""

from django.dispatch import Signal

# Rule 28: Hearts is off under "Leaderboards"; the rating goes back to its start.
leaderboards_turned_off = Signal()
# The account is about to be closed: its name goes, its player stays.
account_closing = Signal()
# A moderator has closed the log-in: waiting seats are freed, running ranked games are quit.
player_deactivated = Signal()
# Rule 16: a ranked ban has begun; waiting ranked seats are freed.
ranked_ban_begun = Signal()
# Rule 14: a guest has logged in to another account; the guest's seat is given up.
guest_given_up = Signal()
