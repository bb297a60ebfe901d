"""A stand-in for the Messages API, and a client that talks to it: `unshare -n python standin.py FOLDER COMMAND…`.

Runs COMMAND with ANTHROPIC_BASE_URL set, answers each of its requests with one short text, and leaves the bodies of the
requests for messages in FOLDER as 1.json, 2.json, … In a network of its own it first brings loopback up; there is
nothing else that could be reached.
"""

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 1  # SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP
ANSWER = "Understood."
PATIENCE = 120  # seconds that the client may take


def answer(model: Any) -> dict[str, Any]:
    """A whole answer, as it is given to a request that does not stream."""
    return {
        "id": "msg_standin",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": ANSWER}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def events(model: Any) -> bytes:
    """The same as a stream. https://platform.claude.com/docs/en/build-with-claude/streaming"""
    whole = answer(model)
    steps: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": ANSWER}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return b"".join(b"event: %s\ndata: %s\n\n" % (step["type"].encode(), json.dumps(step).encode()) for step in steps)


class Standin(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder: Path
    count = 0
    lock = Lock()

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent: what the client prints is looked at."""

    def do_HEAD(self) -> None:
        self._send(b"", "text/plain")

    def do_GET(self) -> None:
        self._send(b"{}", "application/json")

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        if path == "/v1/messages":
            self._keep(raw)
            body = json.loads(raw)
            if body.get("stream"):
                self._send(events(body.get("model")), "text/event-stream")
            else:
                self._send(json.dumps(answer(body.get("model"))).encode(), "application/json")
        else:
            self._send(b'{"input_tokens": 1}' if path.endswith("count_tokens") else b"{}", "application/json")

    def _keep(self, raw: bytes) -> None:
        with self.lock:
            Standin.count += 1
            (self.folder / f"{self.count}.json").write_bytes(raw)

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def bring_loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        asked = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(control, GET_FLAGS, asked))[1]
        fcntl.ioctl(control, SET_FLAGS, struct.pack("16sh22x", b"lo", flags | UP))


def main(folder: str, *command: str) -> int:
    bring_loopback_up()
    Standin.folder = Path(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Standin)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    environment = {**os.environ, "ANTHROPIC_BASE_URL": address}
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
