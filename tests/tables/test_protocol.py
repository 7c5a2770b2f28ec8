"""Every message has an example that its type reads, and what is not a message is refused."""

import json
from typing import Any, get_args

import hypothesis
import msgspec
import pytest
from hypothesis import strategies as st

from tables import consumers, protocol
from tables.hearts.cards import CARDS, parse_cards
from tables.protocol import LobbyCommand, ServerMessage
from tables.protocol_examples import COMMAND_EXAMPLES, RESULT_EXAMPLE, SERVER_EXAMPLES

pytestmark = pytest.mark.pure

decode_server_message = msgspec.json.Decoder(ServerMessage).decode


def strictly(data: Any, kind: Any) -> Any:
    """The data as this type, all of whose fields the data must have, and no others."""
    value = msgspec.convert(data, kind)
    assert msgspec.json.decode(msgspec.json.encode(value)) == data
    return value


@pytest.mark.parametrize("example", COMMAND_EXAMPLES)
def test_the_example_of_a_command_is_read(example: str) -> None:
    command = protocol.decode_table_command(example)
    assert msgspec.json.decode(example).items() <= msgspec.to_builtins(command).items()


@pytest.mark.parametrize("example", SERVER_EXAMPLES)
def test_the_example_of_an_answer_is_read_with_all_its_fields(example: str) -> None:
    strictly(msgspec.json.decode(example), ServerMessage)


def test_the_example_of_a_result_is_read_with_all_its_fields() -> None:
    strictly(msgspec.json.decode(RESULT_EXAMPLE), protocol.Result)


def test_every_command_has_an_example() -> None:
    read = [type(protocol.decode_table_command(example)) for example in COMMAND_EXAMPLES]
    assert set(read) == set(get_args(protocol.TableCommand))
    assert len(read) == len(set(read))


def test_every_answer_has_an_example() -> None:
    read = [type(decode_server_message(example)) for example in SERVER_EXAMPLES]
    assert set(read) == set(get_args(ServerMessage))
    assert any(
        isinstance(error, protocol.Error) and error.price
        for error in map(decode_server_message, SERVER_EXAMPLES)
    )


def test_the_lobby_knows_sync_and_ping() -> None:
    assert set(get_args(LobbyCommand)) == {protocol.Sync, protocol.Ping}
    assert protocol.decode_lobby_command('{"type": "sync"}') == protocol.Sync()
    with pytest.raises(msgspec.ValidationError):
        protocol.decode_lobby_command('{"type": "sit"}')


def test_a_pass_names_cards_and_counts_them() -> None:
    command = protocol.decode_table_command(
        '{"type": "pass", "hand": 3, "cards": ["QS", "AH", "3C"]}'
    )
    assert isinstance(command, protocol.Pass)
    assert (command.hand, command.mask) == (3, parse_cards("3C AH QS"))


@pytest.mark.parametrize("cards", ['["QS", "QS", "3C"]', '["QS", "QS", "QS", "QS"]', "[]"])
def test_a_pass_that_names_a_card_twice_is_no_pass(cards: str) -> None:
    command = protocol.decode_table_command(f'{{"type": "pass", "hand": 3, "cards": {cards}}}')
    assert isinstance(command, protocol.Pass)
    assert command.mask == 0


def test_every_card_can_be_named() -> None:
    for name, number in CARDS.items():
        command = protocol.decode_table_command(
            f'{{"type": "play", "hand": 1, "trick": 1, "card": "{name}"}}'
        )
        assert isinstance(command, protocol.Play)
        assert command.number == number


@pytest.mark.parametrize(
    "name", ["1C", "10C", "TX", "tc", "Tc", "", "T", "TCC", "TC\n", " TC", "♠A"]
)
def test_what_is_no_card_is_refused(name: str) -> None:
    message = msgspec.json.encode({"type": "play", "hand": 1, "trick": 1, "card": name})
    with pytest.raises(msgspec.ValidationError):
        protocol.decode_table_command(message)


@pytest.mark.parametrize(
    "number", ["-1", "9007199254740993", "1" + "0" * 30, "1.5", '"1"', "null", "true", "[1]"]
)
@pytest.mark.parametrize("field", ["hand", "trick"])
def test_numbers_are_whole_and_bounded(field: str, number: str) -> None:
    good = '{"type": "play", "hand": 1, "trick": 1, "card": "2C"}'
    protocol.decode_table_command(good)
    with pytest.raises(msgspec.ValidationError):
        protocol.decode_table_command(good.replace(f'"{field}": 1', f'"{field}": {number}'))


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        protocol.decode_table_command('{"type": "ping", "colour": "blue"}')


def test_the_seat_may_be_left_to_the_server_where_any_will_do() -> None:
    for kind in ("sit", "add_bot"):
        command = protocol.decode_table_command(f'{{"type": "{kind}"}}')
        assert isinstance(command, protocol.Sit | protocol.AddBot)
        assert command.seat is None
    for kind in ("remove_bot", "free_seat"):
        with pytest.raises(msgspec.ValidationError):
            protocol.decode_table_command(f'{{"type": "{kind}"}}')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["pass", "play", "sit", "free_seat", "start", "ping"]) | JSON,
        "id": st.integers() | JSON,
        "hand": st.integers() | JSON,
        "trick": st.integers() | JSON,
        "seat": st.integers(-1, 6) | JSON,
        "card": st.sampled_from(["2C", "QS", "1C"]) | JSON,
        "cards": st.lists(st.sampled_from(["2C", "QS", "1C"])) | JSON,
        "fill": st.booleans() | JSON,
    },
)


@hypothesis.given(st.text() | FIELDS.map(json.dumps) | JSON.map(json.dumps))
def test_whatever_is_said_is_a_command_or_a_bad_message(text: str) -> None:
    for decode in (protocol.decode_table_command, protocol.decode_lobby_command):
        try:
            command = consumers._parsed(decode, text)
        except consumers.BadMessage as refusal:
            number = consumers._id_in(text)
            answer = protocol.encode(protocol.Error(number, refusal.code, str(refusal)))
            assert isinstance(decode_server_message(answer), protocol.Error)
        else:
            assert isinstance(command, protocol.Command)
            assert command.id is None or 0 <= command.id <= 2**53
