"""`msgfix explain`: from a name or an error to the rule, and to the place in a session."""

import json
import re
from pathlib import Path

import pytest
from test_cli import BROKEN, msgfix

from msgfix.checking.known import rules
from msgfix.checking.mending import MENDED_BY
from msgfix.checking.pasted import read
from msgfix.checking.wording import meant
from msgfix.exits import Exit
from msgfix.report.explain import ExplainText

OPEN = (
    "messages.5: `tool_use` ids were found without `tool_result` blocks immediately after: "
    "toolu_01a20135248a2e5fb79e87. Each `tool_use` block must have a corresponding `tool_result` block in the next "
    "message."
)
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
BODY = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": OPEN}, "request_id": "r"})

# Errors as people paste them -> the first rule that is named.
ERRORS = [
    (OPEN, "tool-result-missing"),
    (BODY, "tool-result-missing"),
    (f"API Error: 400 {BODY} · Please run /login", "tool-result-missing"),
    (f"Error code: 400 - {json.loads(BODY)}", "tool-result-missing"),
    (
        json.dumps({"error": {"message": f"litellm.BadRequestError: AnthropicException - {BODY}"}}),
        "tool-result-missing",
    ),
    (
        "API Error: 400 due to tool use concurrency issues. Run /rewind to recover the conversation.",
        "tool-result-missing",
    ),
    (OPEN[:120].replace("`", "'"), "tool-result-missing"),
    ("messages.1.content.0.tool_use.caller: Extra inputs are not permitted", "caller-shape"),
    ("messages.4.content.0.image.transformations: Extra inputs are not permitted", "image-transformations"),
    (
        "messages.2.content.3: Input tag 'mcp_tool_use' found using 'type' does not match any of the expected tags",
        "mcp-pair",
    ),
    ("messages: text content blocks must contain non-whitespace text", "text-nonwhitespace"),
    ("MESSAGES.8: `tool_use` IDS MUST BE UNIQUE", "tool-use-id-unique"),
    (
        'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
        "role-alternation",
    ),
    ("messages.9.content.1: Invalid `signature` in `thinking` block", "thinking-signature-valid"),
    ("Too much media: 0 document pages + 102 images > 100", "image-count"),
    (
        "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291480 bytes > 5242880 bytes",
        "image-bytes",
    ),
    ("prompt is too long: 203000 tokens > 200000 maximum", "context-tokens"),
    (
        '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
        "request-bytes",
    ),
    (
        "messages.3.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_9. Each `tool_result` "
        "block must have a corresponding `tool_use` block in the previous message.",
        "tool-result-orphan",
    ),
    (
        "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block",
        "server-use-unpaired",
    ),
]


@pytest.mark.parametrize(("error", "rule"), ERRORS, ids=[f"{rule}-{n}" for n, (_, rule) in enumerate(ERRORS)])
def test_an_error_leads_to_its_rule(error: str, rule: str) -> None:
    pasted = read(error)
    assert next(known.name for known in meant(pasted.words)) == rule


NO_WORDING = {"browser-state", "thinking-model-mismatch"}  # the API has no words, or no words of its own, for them


@pytest.mark.parametrize("name", [rule.name for rule in rules().values() if rule.origin == "contract"])
def test_every_wording_of_the_contract_leads_to_its_rule(name: str) -> None:
    for wording in rules()[name].wordings:
        filled = re.sub(r"\{\w+\}", "x", wording).replace("{{", "{").replace("}}", "}")
        assert (name in [found.name for found in meant(filled)]) == (name not in NO_WORDING)


def test_words_that_are_no_error_lead_nowhere() -> None:
    assert meant("the weather is fine today") == meant("") == []


def test_ids_and_paths_are_read_out() -> None:
    pasted = read("messages.36.content.2.tool_result: srvtoolu_01Ab, then toolu_9, toolu_9 and tooluse_x-y. call_1")
    assert pasted.ids == ("srvtoolu_01Ab", "toolu_9", "tooluse_x-y", "call_1")
    assert pasted.paths == ("messages.36.content.2.tool_result",)


def test_the_table_of_passes_names_rules_and_passes_that_exist() -> None:
    assert {rules()[name].origin for name in MENDED_BY} == {"contract"}
    assert {rules()[name].origin for names in MENDED_BY.values() for name in names} == {"pass"}


def test_every_pass_that_names_an_error_mends_a_rule_with_those_words() -> None:
    for one in rules().values():
        if one.origin == "pass" and one.wordings:
            assert [rule for rule, passes in MENDED_BY.items() if one.name in passes], one.name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "tool-result-orphan",
            ["a rule of the Messages API", "msgfix: adopt-orphan-results (G5)", "Cause: ", "https://"],
        ),
        ("context-tokens", ["msgfix: tells it, and does not mend it."]),
        ("adopt-orphan-results", ["what msgfix mends", "Never: ", "The API says: unexpected `tool_use_id`"]),
        ("hide-snipped", ["Only with --feature history-snip."]),
        ("line-torn", ["a fault of the file", "A cut line cannot be read"]),
    ],
)
def test_a_rule_is_told_by_its_name(name: str, words: list[str]) -> None:
    ran = msgfix("explain", name)
    assert ran.exit_code == Exit.FINE
    assert ran.stdout.startswith(f"{name} (")
    assert [part for part in words if part not in ran.stdout] == []
    assert max(map(len, ran.stdout.splitlines())) <= 80 or "https://" in ran.stdout


def test_a_step_of_the_report_leads_to_its_rules() -> None:
    told = msgfix("explain", "G3").stdout
    assert re.findall(r"^\S+ \(G3, what msgfix mends", told, re.MULTILINE) == ["move-results (G3, what msgfix mends"]
    assert msgfix("explain", "Z9").exit_code == Exit.USAGE


def test_every_rule_can_be_told() -> None:
    text = ExplainText(80)
    assert all(len(list(text.rule(known))) > 1 for known in rules().values())


@pytest.mark.parametrize("name", ["answer-open-cals", "answer_open_calls", "answer-open-çalls", "answer.open.calls"])
def test_an_unknown_rule_gets_the_nearest_names(name: str) -> None:
    ran = msgfix("explain", name)
    assert (ran.exit_code, ran.stdout) == (Exit.USAGE, "")
    assert ran.stderr.startswith(f"msgfix: {name}: no such rule. Near it are answer-open-calls")


@pytest.mark.parametrize("place", ["messages.5.content.0", "toolu_01a20135248a2e5fb79e87"])
def test_a_place_or_a_call_alone_is_no_name_of_a_rule(place: str) -> None:
    ran = msgfix("explain", place, BROKEN)
    assert ran.exit_code == Exit.FINE
    assert f"In {BROKEN}:" in ran.stdout


def test_with_a_session_the_rule_that_is_broken_comes_first_and_its_line_is_named() -> None:
    ran = msgfix("explain", OPEN, BROKEN)
    assert ran.stdout.startswith("tool-use-last-message (")
    told = " ".join(ran.stdout.partition(f"In {BROKEN}:")[2].split())
    assert f"{BROKEN}:8:0: messages.5: `tool_use` ids were found" in told
    assert f"{BROKEN}:8:0: tool_use toolu_01a20135248a2e5fb79e87" in told
    assert f"{BROKEN}:7: about here: messages.5" in told


def test_what_only_a_pass_can_place_is_found_too(tmp_path: Path) -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DOT}}
    path = tmp_path / "array.json"
    path.write_text(json.dumps([{"role": "user", "content": [picture] * 101}]))
    told = " ".join(msgfix("explain", "Too much media: 0 document pages + 101 images > 100", str(path)).stdout.split())
    assert f"{path} messages.0.content.0: Too much media" in told
    assert "[too-much-media]" in told


def test_an_error_comes_from_a_file_or_from_stdin_too(tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(BODY)
    told = [msgfix("explain", str(tmp_path / "answer.json")).stdout, msgfix("explain", "-", stdin=BODY.encode()).stdout]
    assert told[0] == told[1] == msgfix("explain", OPEN).stdout
    assert "toolu_01a20135248a2e5fb79e87, messages.5 in it" in told[0]


@pytest.mark.parametrize(
    "text", ["{" * 5000, '{"error": {"message": 3}}', "{}", "\x1b[2J messages.1.", "[1]", '{"message": "{}"}']
)
def test_any_text_is_taken(text: str) -> None:
    ran = msgfix("explain", text)
    assert ran.exit_code == Exit.FINE
    assert ran.stdout == "msgfix knows no rule with such words.\n" or "Name the session" in ran.stdout
    assert "\x1b" not in ran.stdout
