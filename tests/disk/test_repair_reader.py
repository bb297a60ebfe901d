"""The official SDK's reader finds the whole conversation in a repaired file.

Its rules, restated (claude-agent-sdk, `_build_conversation_chain`, MIT): the leaf is the latest user or assistant entry
above an entry that nobody hangs on, no sidechain, team or meta; from there up by parentUuid; then, for each response on
the way, its other parts and the results of its calls.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import msgfix

SAMPLES = sorted((Path(__file__).parents[2] / "sample_transcripts").glob("*.jsonl"))
TALK = ("user", "assistant")


def chain(entries: list[dict[str, Any]]) -> set[str]:
    by_uuid = {entry["uuid"]: entry for entry in entries if entry.get("uuid")}
    place = {uuid: n for n, uuid in enumerate(by_uuid)}
    parents = {entry.get("parentUuid") for entry in by_uuid.values()}
    leaves = []
    for entry in (entry for uuid, entry in by_uuid.items() if uuid not in parents):
        walked = climb(entry, by_uuid)
        leaf = next((by_uuid[uuid] for uuid in walked if by_uuid[uuid]["type"] in TALK), None)
        if leaf and not (leaf.get("isSidechain") or leaf.get("teamName") or leaf.get("isMeta")):
            leaves.append(leaf)
    on = set(climb(max(leaves, key=lambda leaf: place[leaf["uuid"]]), by_uuid))
    responses = {by_uuid[uuid]["message"].get("id") for uuid in on if by_uuid[uuid]["type"] == "assistant"}
    parts = {uuid for uuid, entry in by_uuid.items() if entry["type"] == "assistant" and answers(entry) in responses}
    results = {uuid for uuid, entry in by_uuid.items() if entry.get("sourceToolAssistantUUID") in parts | on}
    return on | parts | results


def answers(entry: dict[str, Any]) -> Any:
    return entry["message"].get("id")


def climb(entry: dict[str, Any], by_uuid: dict[str, dict[str, Any]]) -> list[str]:
    walked: list[str] = []
    up: dict[str, Any] | None = entry
    while up and up["uuid"] not in walked:
        walked.append(up["uuid"])
        up = by_uuid.get(up.get("parentUuid") or "")
    return walked


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_the_reader_finds_every_message(sample: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sample, tmp_path / "session.jsonl"))
    msgfix.repair(path, force=True)
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
    wanted = {row.uuid for row in msgfix.normalize(path).chain.rows if row.type in TALK}
    assert wanted
    assert wanted <= chain(entries)
