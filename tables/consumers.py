"""The sockets: ``/ws/tables/<code>/`` and ``/ws/lobby/``. Parse, call one command, answer."""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError, InterfaceError

from accounts.identity import device_of, player_id_of
from accounts.sessions import Known
from tables import protocol, runtime
from tables.access import may_watch
from tables.commands import play, seats
from tables.commands.errors import QuitNotConfirmed
from tables.hearts.errors import TableError
from tables.store import Folded, NoSuchTable
from tables.threads import in_thread

logger = logging.getLogger(__name__)

T = TypeVar("T")
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

# Close codes: one of the IANA registry, and our own. The README lists all that a browser may see.
TRY_AGAIN_LATER = 1013
PRIVATE = 4403
NO_SUCH_TABLE = 4404


class IdentityNeeded(TableError):
    code = "identity_needed"
    message = "Sit down by the button on the table's page first: it makes you a guest."


class DeviceNeeded(TableError):
    code = "device_needed"
    message = "Sit down by the button on the table's page: a ranked seat wants a known device."


class Unavailable(TableError):
    code = "unavailable"
    message = "The site has trouble with its database. Nothing was changed; please try again."


class BadMessage(TableError):
    code = "bad_message"
    message = "That message is not one that the table understands."


class Socket:
    """One socket, as an ASGI application; ``scope["connection"]`` is the server's end of it.

    Channels' own consumers are not used: each of their messages costs two tasks and a visit to
    the one shared thread, and they want the channel layer, which sockets do not need.
    """

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self._send = send
        self._connection = scope["connection"]
        self._runtime = runtime.current()
        self.player = player_id_of(scope["session"], scope["user"])
        self.session = _known(scope["session"])

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, send).run(receive)

        return application

    async def run(self, receive: Receive) -> None:
        """From the handshake to the end; messages are taken one after the other."""
        await receive()
        await self._send({"type": "websocket.accept"})
        try:
            if not await self._has_opened():
                return
            while (message := await receive())["type"] == "websocket.receive":
                await self._take(message.get("text"))
        finally:
            await self.closed()

    async def _has_opened(self) -> bool:
        """Opens; without a database the browser is asked to try again later."""
        try:
            return await self.opened()
        except (DatabaseError, InterfaceError) as error:
            logger.warning("a socket could not be opened: %s", type(error).__name__)
            self.close(TRY_AGAIN_LATER, "the site has trouble with its database")
            return False

    def deliver(self, message: bytes) -> None:
        """Sends one encoded message; who does not read is dropped by the server."""
        self._connection.send(message)

    async def opened(self) -> bool:
        """Joins; false if the socket was closed instead."""
        raise NotImplementedError

    async def closed(self) -> None:
        """Leaves; called whatever happened."""
        raise NotImplementedError

    async def handle(self, text: str) -> None:
        """Answers one message. Raises TableError for a named refusal."""
        raise NotImplementedError

    def close(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)

    async def _take(self, text: str | None) -> None:
        try:
            if text is None:
                raise BadMessage("Messages are JSON text.")
            await self.handle(text)
        except TableError as refusal:
            self.refuse(text, refusal)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("a command failed: %s", type(error).__name__)
            self.refuse(text, Unavailable())

    def refuse(self, text: str | None, refusal: TableError) -> None:
        answer = protocol.Error(_id_in(text), refusal.code, str(refusal), _price(refusal))
        self.deliver(protocol.encode(answer))


class TableSocket(Socket):
    """A player or watcher at a table."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.code: str = scope["url_route"]["kwargs"]["code"]
        self._id = uuid.uuid4()

    async def opened(self) -> bool:
        try:
            if not await in_thread(may_watch, self.code, self.player, self.scope["session"]):
                self.close(PRIVATE, "this table is private")
                return False
            if self.player is not None:
                await self._runtime.heart.socket_opened(self._id, self.code, self.player)
            await self._runtime.hub.join(self.code, self)
        except NoSuchTable:
            self.close(NO_SUCH_TABLE, "there is no such table")
            return False
        return True

    async def closed(self) -> None:
        self._runtime.hub.leave(self.code, self)
        silent_ms = int((time.monotonic() - self._connection.last_seen) * 1000)
        await self._runtime.heart.socket_closed(self._id, silent_ms)

    async def handle(self, text: str) -> None:
        command = _parsed(protocol.decode_table_command, text)
        match command:
            case protocol.Ping():
                self.deliver(protocol.encode(protocol.Pong(command.id)))
            case protocol.Sync():
                self._runtime.hub.show(self.code, self)
            case _:
                if self.player is None:
                    raise IdentityNeeded
                folded = await self._done(command, self._work(command, self.player))
                self.deliver(protocol.encode(protocol.Ok(command.id, folded.version)))

    async def _done(self, command: protocol.TableCommand, work: Callable[[], Folded]) -> Folded:
        """Runs a command; moves, which come in numbers, share their writing."""
        if isinstance(command, protocol.Pass | protocol.Play):
            return await self._runtime.moves.make(self.code, work)
        return await in_thread(work)

    def _work(self, command: protocol.TableCommand, player: int) -> Callable[[], Folded]:
        """The call of the command that this message asks for."""
        code = self.code
        match command:
            case protocol.Pass(hand=hand):
                return partial(play.pass_cards, code, player, hand=hand, cards=command.mask)
            case protocol.Play(hand=hand, trick=trick):
                card = command.number
                return partial(play.play_card, code, player, hand=hand, trick=trick, card=card)
            case protocol.Sit(seat=seat):
                return partial(self._sit, player, seat)
            case protocol.Leave(confirm=confirm):
                return partial(seats.leave, code, player, confirmed=confirm)
            case protocol.AddBot(seat=seat):
                return partial(seats.add_bot, code, player, seat)
            case protocol.RemoveBot(seat=seat):
                return partial(seats.remove_bot, code, player, seat)
            case protocol.FreeSeat(seat=seat):
                return partial(seats.remove_player, code, player, seat)
            case protocol.Start(fill=fill):
                return partial(play.start, code, player, fill=fill)
            case _:
                raise BadMessage

    def _sit(self, player: int, seat: int | None) -> Folded:
        """Takes a seat: whoever watches a private table has its link."""
        device = device_of(self.scope["cookies"])
        if device is None and seats.is_ranked(self.code):
            raise DeviceNeeded
        return seats.sit(self.code, player, seat, connected=True, invited=True, device=device or "")


class LobbySocket(Socket):
    """A browser that shows the list of open tables."""

    async def opened(self) -> bool:
        await self._runtime.lobby.join(self)
        return True

    async def closed(self) -> None:
        self._runtime.lobby.leave(self)

    async def handle(self, text: str) -> None:
        command = _parsed(protocol.decode_lobby_command, text)
        match command:
            case protocol.Ping():
                self.deliver(protocol.encode(protocol.Pong(command.id)))
            case protocol.Sync():
                self._runtime.lobby.show(self)


def _parsed(decode: Callable[[str], T], text: str) -> T:
    try:
        return decode(text)
    except msgspec.ValidationError as error:
        raise BadMessage(_about_field(str(error))) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadMessage("That message is not JSON.") from error


def _about_field(error: str) -> str | None:
    """A sentence about the field that msgspec complains of, where it names one."""
    missing = re.search(r"missing required field `(\w+)`", error)
    if missing:
        return f"The message lacks the field “{missing[1]}”."
    wrong = re.search(r"at `\$\.(\w+)", error)
    return f"The field “{wrong[1]}” has a value that the table does not know." if wrong else None


def _known(session: SessionBase) -> Known | None:
    """What has to stay true of the session while its socket is open; None without a session."""
    if session.session_key is None:
        return None
    user = session.get(SESSION_KEY)
    return session.session_key, user and int(user), session.get(HASH_SESSION_KEY)


def _price(refusal: TableError) -> protocol.Price | None:
    if not isinstance(refusal, QuitNotConfirmed):
        return None
    stake, elo, after = refusal.stake, refusal.elo, refusal.elo_after
    return protocol.Price(stake.loss, stake.fine, elo, after, refusal.ban_until)


class _Numbered(msgspec.Struct):
    id: protocol.Whole | None = None


def _id_in(text: str | None) -> int | None:
    """The id of a message that could not be taken, where one can be read."""
    try:
        return msgspec.json.decode(text or "", type=_Numbered).id
    except (msgspec.DecodeError, RecursionError):
        return None
