"""Gives prepared answers in turn and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    method: str
    target: str
    headers: Any
    body: str


@dataclass
class FakeServer:
    received: list[Received] = field(default_factory=list)
    _answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)

    def __enter__(self) -> FakeServer:
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                fake.received.append(Received(self.command, self.path, self.headers, body))
                status, headers, answer = fake._answers.pop(0)
                if status == 0:
                    self.close_connection = True
                    return
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def hangs_up(self) -> FakeServer:
        """As a server does that is killed: the request is read and never answered."""
        self._answers.append((0, {}, b""))
        return self

    def answers(self, status: int, body: Any) -> FakeServer:
        return self.answers_text(status, "application/json", json.dumps(body))

    def answers_text(self, status: int, media_type: str, body: str) -> FakeServer:
        self._answers.append((status, {"Content-Type": media_type}, body.encode()))
        return self

    def refuses(self, status: int, code: str, retry_after: str | None = None) -> FakeServer:
        problem = {
            "type": f"/errors/{code}",
            "title": "Refused",
            "status": status,
            "detail": "for a test",
            "code": code,
            "blame": "user",
            "correlation_id": "c-1",
            "violations": [{"field": "/slug", "message": "is too short"}],
        }
        headers = {"Content-Type": "application/problem+json"}
        if retry_after is not None:
            headers["Retry-After"] = retry_after
        self._answers.append((status, headers, json.dumps(problem).encode()))
        return self
