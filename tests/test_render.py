"""History to JSON: what nobody touched keeps its bytes, what was touched is right."""

from io import BytesIO

import orjson
import pytest
from helpers import a_rule, assistant, call, history, plain, rendered, result, user

from msgfix.apply import apply
from msgfix.edits import Drop, Insert, Into, Join, Move, Reorder, Replace
from msgfix.history import build
from msgfix.ledger import Ledger
from msgfix.model import History, Message, made, text
from msgfix.options import Options
from msgfix.passes.blocks.call_fields import drop_callers
from msgfix.render import message_bytes, plain_message
from msgfix.transcript import index
from msgfix.transcript.load import loads
from msgfix.transcript.row import Flag


def read(*lines: bytes) -> History:
    """The History of the lines of a file, in file order."""
    rows = index.build(BytesIO(b"\n".join(lines) + b"\n")).rows
    return build(rows, rows)


def entry(content: bytes, role: bytes = b"user") -> bytes:
    return b'{"type":"%b","message":{"role":"%b","content":%b}}' % (role, role, content)


ODD = [
    b'"a bare \\u00e9 string \\/ with escapes"',
    b'[{"type":"text","text":"caf\\u00e9"}]',
    b'[{"text":"keys in another order", "type":"text"} , {"type":"text","text":"two"}]',
    b'[{"type":"tool_use","id":"a","name":"n","input":{"x":1e5,"y":123456789012345678901234567890,"z":1.0}}]',
    b'[{"type":"text","text":"twice","text":"the same key"}]',
    b"[]",
]


@pytest.mark.parametrize("content", ODD)
def test_untouched_content_keeps_its_bytes(content: bytes) -> None:
    message = read(entry(content)).messages[0]
    assert message_bytes(message) == b'{"role":"user","content":%b}' % content
    assert loads(message_bytes(message)) == plain_message(message)


def test_an_array_is_one_json_value() -> None:
    before = history(user("one"), assistant("two", call("a")), user(result("a")))
    assert orjson.loads(rendered(before)) == plain(before)
    assert rendered(History(())) == b"[]"


def test_a_lone_surrogate_and_a_huge_integer_survive() -> None:
    before = read(entry(b'[{"type":"text","text":"\\ud83d"}]'), b'{"role":"user","content":[{"n":%d}]}' % 10**40)
    assert b"\\ud83d" in rendered(before)
    assert b"1" + b"0" * 40 in rendered(before)


def after(before: History, *edits: Drop | Insert | Join | Move | Reorder | Replace) -> bytes:
    return rendered(apply(before, a_rule(), edits, Ledger()))


def test_joined_messages_copy_what_each_brings() -> None:
    before = read(entry(b'"bare"'), entry(b'[{"type":"text","text":1e5},{"text":"2","type":"text"}]'), entry(b'"end"'))
    first, second, third = before.messages
    assert after(before, Join(second, first), Join(third, first)) == (
        b'[{"role":"user","content":[{"type":"text","text":"bare"},{"type":"text","text":1e5},{"text":"2","type":"text"},'
        b'{"type":"text","text":"end"}]}]'
    )


def test_part_of_a_content_is_written_anew() -> None:
    before = read(entry(b'[{"text":"1","type":"text"}, {"text":"2","type":"text"}, {"text":"3","type":"text"}]'))
    message = before.messages[0]
    one, two, three = message.blocks
    kept = [b'{"text":"%d","type":"text"}' % number for number in (1, 2, 3)]
    head, tail = b'[{"role":"user","content":[', b"]}]"
    assert after(before, Drop(two)) == head + kept[0] + b"," + kept[2] + tail
    assert after(before, Drop(three)) == head + kept[0] + b"," + kept[1] + tail
    assert after(before, Drop(one)) == head + kept[1] + b"," + kept[2] + tail
    assert after(before, Reorder(message, (two, one, three))) == head + b",".join([kept[1], kept[0], kept[2]]) + tail
    new = b'{"type":"text","text":"new"}'
    assert after(before, Insert(text("new"), Into(message))) == head + b", ".join(kept) + b"," + new + tail
    assert after(before, Insert(text("new"), Into(message, head=True))) == head + new + b"," + b", ".join(kept) + tail
    assert (
        after(before, Replace(two, (two.becomes({"type": "text", "text": "new"}),)))
        == head + b",".join([kept[0], new, kept[2]]) + tail
    )


def test_a_bare_string_stays_a_string_until_something_joins_it() -> None:
    before = read(entry(b'"bare"'))
    message = before.messages[0]
    assert rendered(before) == b'[{"role":"user","content":"bare"}]'
    assert plain(before) == [{"role": "user", "content": "bare"}]
    assert after(before, Insert(text("new"), Into(message))) == (
        b'[{"role":"user","content":[{"type":"text","text":"bare"},{"type":"text","text":"new"}]}]'
    )
    changed = apply(before, a_rule(), [Replace(message.blocks[0], (text("other", message.blocks[0]),))], Ledger())
    assert plain(changed) == [{"role": "user", "content": [{"type": "text", "text": "other"}]}]


def test_the_same_content_twice_is_copied_twice() -> None:
    before = read(entry(b'[{"type":"text","text":"1"},{"type":"text","text":"2"}]'))
    message = before.messages[0]
    doubled = History((Message("user", message.blocks + message.blocks, message.row),))
    assert orjson.loads(rendered(doubled))[0]["content"] == [block.data for block in message.blocks] * 2


def test_a_made_block_needs_no_entry() -> None:
    message = Message("assistant", (made(call("a")), text("b")))
    assert orjson.loads(message_bytes(message)) == assistant(call("a"), "b")


@pytest.mark.parametrize("content", [b"null", b"5", b'{"type":"text","text":"alone"}', b'[null,1,"x",[]]', b"true"])
def test_content_of_any_shape_is_written_as_its_blocks(content: bytes) -> None:
    message = read(entry(content)).messages[0]
    assert orjson.loads(message_bytes(message))["content"] == [block.data for block in message.blocks]


def test_a_call_is_named_by_its_own_id() -> None:
    block = read(entry(b'[{"type":"tool_use","id":"a","tool_use_id":"b"}]', b"assistant")).messages[0].blocks[0]
    assert (block.ref, block.becomes(block.data).ref, str(block.at)) == ("a", "a", "1:0")


CALLED = b'"type":"tool_use","id":"a","name":"n","input":{"x": 1}'
BY_ITSELF = b'"caller":{"type":"direct"}'
CALLS = {
    b"[{%b,%b}]" % (CALLED, BY_ITSELF): b"{%b}" % CALLED,
    b"[ {%b,%b}]" % (CALLED, BY_ITSELF): b"{%b}" % CALLED,
    b'[{%b,"caller": {"type": "direct"} }]' % CALLED: b"{%b}" % CALLED.replace(b" ", b""),
    b"[{%b,%b}]" % (BY_ITSELF, CALLED): b"{%b}" % CALLED.replace(b" ", b""),
    b'[{%b,"c\\u0061ller":{},%b}]' % (CALLED, BY_ITSELF): b"{%b}" % CALLED.replace(b" ", b""),
    b"[{%b,%b,%b}]" % (BY_ITSELF, CALLED, BY_ITSELF): b"{%b}" % CALLED.replace(b" ", b""),
    b'[{"type":"text","text":"t"},{%b,%b}]' % (CALLED, BY_ITSELF): b'{"type":"text","text":"t"},{%b}'
    % CALLED.replace(b" ", b""),
    b'[{%b,%b,"input":{%b}}]' % (CALLED, BY_ITSELF, BY_ITSELF): b"{%b}"
    % CALLED.replace(b'"x": 1', b'"caller":{"type":"direct"}'),
}


@pytest.mark.parametrize("content", CALLS)
def test_a_call_goes_without_its_caller(content: bytes) -> None:
    before = read(entry(content, b"assistant"))
    assert before.messages[0].flags & Flag.DIRECT
    bare = apply(before, drop_callers, drop_callers(before, Options()), Ledger())
    assert rendered(bare) == b'[{"role":"assistant","content":[%b]}]' % CALLS[content]
    assert loads(rendered(bare)) == plain(bare)
    assert not bare.odd


@pytest.mark.parametrize(
    "caller", [b"null", b"{}", b'{"type":"direct","more":1}', b'{"type":"code_execution_20250825"}']
)
def test_another_caller_is_looked_at(caller: bytes) -> None:
    assert not read(entry(b'[{%b,"caller":%b}]' % (CALLED, caller), b"assistant")).messages[0].flags & Flag.DIRECT
