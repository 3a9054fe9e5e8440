"""Runs programs against a server that has commands, prints for them a piece at a time, and goes away in between."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest import mock
from uuid import UUID

from gpuaas import (
    Client,
    CommandFailed,
    CommandOutput,
    CommandState,
    CreateAllocation,
    Finished,
    RetryLimits,
    ServerUnreachable,
    aio,
    running,
)

from .test_waiting import at

P = UUID("0198c0de-0000-7000-8000-000000000002")
A = UUID("0198c0de-0000-7000-8000-000000000009")
C = UUID("0198c0de-0000-7000-8000-000000000005")
ONCE = RetryLimits(attempts_max=1)
GPU = CreateAllocation(sku="s", count=1)


class CommandServer:
    """Each look at the command is the next step; an output is stored up to where that step says."""

    def __init__(self, steps: list[dict[str, Any]], outputs: dict[str, bytes]) -> None:
        self._steps = steps
        self._outputs = outputs
        self.asked: list[str] = []
        self.started: dict[str, Any] = {}
        self.releases_lost = 0
        self.cancels_lost = False
        server = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server.asked.append(f"{self.command} {re.sub('.*/allocations', '', self.path)}")
                answer = server.answer(self.command, self.path, body)
                if answer is None:
                    self.close_connection = True
                    return
                # An output that breaks off announces more than it sends.
                content, length = answer
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(content)
                self.close_connection = len(content) < length

            do_GET = do_POST = handle_any

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, method: str, path: str, body: bytes) -> tuple[bytes, int] | None:
        if "/output?" in path:
            stream, offset = re.findall(r"stream=(\w+)&offset=(\d+)", path)[0]
            content = self._outputs[stream][int(offset) :]
            breaks = stream == "stdout" and int(offset) == 0
            return content[: 3 if breaks else None], len(content)
        if method == "POST" and path.endswith("/commands"):
            self.started = json.loads(body)
            return self.json({"command": command(), "stream_id": str(C), "url": "u", "origin": "o", "secret": "s",
                              "expires_at": "2026-11-16T05:59:30Z"})  # fmt: skip
        if method == "POST" and path.endswith("/release") and self.releases_lost > 0:
            self.releases_lost -= 1
            return None
        if method == "POST" and path.endswith("/cancel"):
            if self.cancels_lost:
                return None
            return self.json(command(state="canceled"))
        if "/commands/" in path:
            step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
            return self.json(command(**step)) if step else None
        return self.json(at("active" if method == "GET" else "requested"))

    @staticmethod
    def json(value: Any) -> tuple[bytes, int]:
        content = json.dumps(value).encode()
        return content, len(content)


def command(**more: Any) -> dict[str, Any]:
    return {
        "id": str(C),
        "allocation_id": str(A),
        "argv": ["program"],
        "state": "running",
        "started_by": str(P),
        "requested_at": "2026-11-16T05:59:30Z",
        "ends_at": "2026-11-16T05:59:30Z",
        "stdout_stored": 0,
        "stderr_stored": 0,
        "truncated": False,
    } | more


GONE: dict[str, Any] = {}
ENDED = {
    "state": "exited",
    "exit_code": 7,
    "stdout_bytes": 8,
    "stderr_bytes": 2,
    "stdout_stored": 8,
    "stderr_stored": 2,
}
OUTPUTS = {"stdout": b"out\0\xff...", "stderr": b"no"}


class RunningTest(unittest.TestCase):
    def serve(self, *steps: dict[str, Any]) -> CommandServer:
        server = CommandServer(list(steps), OUTPUTS)
        self.addCleanup(server.close)
        return server

    def both(self, server: CommandServer, name: str, *arguments: Any, **options: Any) -> Finished:
        """With the client that blocks; the other one is in the subclass."""
        finished: Finished = getattr(Client(server.url, "t", retries=ONCE), name)(*arguments, **options)
        return finished

    def test_output_arrives_once_through_broken_connections_and_a_server_that_is_away(self) -> None:
        server = self.serve({"stdout_stored": 5}, GONE, GONE, ENDED)
        told: list[tuple[CommandOutput, bytes]] = []

        finished = self.both(
            server,
            "exec",
            P,
            A,
            ["program", "-x"],
            environment={"A": "b"},
            on_output=lambda stream, piece: told.append((stream, piece)),
        )

        self.assertEqual((finished.stdout, finished.stderr), (OUTPUTS["stdout"], OUTPUTS["stderr"]))
        self.assertEqual(b"".join(piece for stream, piece in told if stream == CommandOutput.STDOUT), finished.stdout)
        self.assertTrue(finished.complete)
        self.assertEqual(finished.exit_code, 7)
        self.assertEqual(server.started, {"argv": ["program", "-x"], "environment": {"A": "b"}})
        with self.assertRaisesRegex(CommandFailed, "is exited with exit code 7"):
            finished.check()
        self.assertFalse([asked for asked in server.asked if "cancel" in asked])

    def test_a_result_holds_so_much_and_says_when_that_is_not_all(self) -> None:
        finished = self.both(self.serve(ENDED), "exec", P, A, ["program"], kept_bytes_max=4)

        self.assertEqual(finished.stdout, OUTPUTS["stdout"][:4])
        self.assertFalse(finished.complete)

    def test_a_command_whose_host_is_lost_is_unknown(self) -> None:
        lost = {"state": "unknown", "reason": "host_lost", "stdout_stored": 8}

        with mock.patch.object(running, "REST_SECONDS_MAX", 0.0):
            finished = self.both(self.serve(lost), "exec", P, A, ["program"])

        self.assertEqual((finished.command.state, finished.exit_code), (CommandState.UNKNOWN, None))
        self.assertFalse(finished.complete)
        with self.assertRaisesRegex(CommandFailed, "is unknown: host_lost"):
            finished.check()

    def test_cancelling_the_wait_ends_the_command_and_releases_the_allocation(self) -> None:
        server = self.serve(ENDED)

        def stop(_: CommandOutput, __: bytes) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.both(server, "run", P, GPU, ["program"], on_output=stop)

        self.assertEqual(server.asked[-2:], [f"POST /{A}/commands/{C}/cancel", f"POST /{A}/release"])

    def test_a_release_is_retried_and_its_failure_names_the_allocation(self) -> None:
        server = self.serve(ENDED)
        server.releases_lost = 2
        self.enterContext(mock.patch.object(running, "RELEASE_PAUSE_SECONDS", 0.01))
        self.enterContext(mock.patch.object(aio, "RELEASE_PAUSE_SECONDS", 0.01))

        self.assertEqual(self.both(server, "run", P, GPU, ["program"]).exit_code, 7)
        self.assertEqual(server.asked.count(f"POST /{A}/release"), 3)

        server.releases_lost = 1000
        with (
            mock.patch.object(running, "RELEASE_SECONDS_MAX", 0.0),
            self.assertRaises(ServerUnreachable) as lost,
        ):
            self.both(server, "run", P, GPU, ["program"])
        self.assertIn(f"gpuaas allocations release {A}", "".join(lost.exception.__notes__))

    def test_an_error_is_not_replaced_by_those_of_the_cancellation_and_the_release(self) -> None:
        server = self.serve(ENDED)
        server.cancels_lost = True
        server.releases_lost = 1000

        def stop(_: CommandOutput, __: bytes) -> None:
            raise ZeroDivisionError

        with (
            mock.patch.object(running, "RELEASE_SECONDS_MAX", 0.0),
            self.assertRaises(ZeroDivisionError) as original,
        ):
            self.both(server, "run", P, GPU, ["program"], on_output=stop)

        notes = original.exception.__notes__
        self.assertEqual(len(notes), 2)
        self.assertIn(f"Command {C} could not be cancelled", notes[0])
        self.assertIn(f"gpuaas allocations release {A}", notes[1])

    def test_a_server_that_stays_away_is_an_error(self) -> None:
        server = self.serve({"stdout_stored": 8}, GONE)

        with mock.patch.object(running, "AWAY_SECONDS_MAX", 0.0), self.assertRaises(ServerUnreachable):
            self.both(server, "exec", P, A, ["program"])

    def test_run_waits_for_the_allocation_and_releases_or_keeps_it(self) -> None:
        server = self.serve(ENDED)
        told: list[Any] = []

        finished = self.both(server, "run", P, GPU, ["program"], on_progress=lambda one: told.append(one.state))
        self.assertEqual(finished.exit_code, 7)
        self.assertEqual(server.asked[0], "POST ")
        self.assertEqual(server.asked[-1], f"POST /{A}/release")
        self.assertEqual([str(state.value) for state in told], ["active"])

        self.both(server, "run", P, GPU, ["program"], keep=True)
        self.assertNotEqual(server.asked[-1], f"POST /{A}/release")

    def test_a_line_is_no_list_of_words(self) -> None:
        with self.assertRaisesRegex(ValueError, "list of words"):
            self.both(self.serve(ENDED), "exec", P, A, "rm -rf x")


class AsyncRunningTest(RunningTest):
    def both(self, server: CommandServer, name: str, *arguments: Any, **options: Any) -> Finished:
        async def work() -> Finished:
            async with aio.AsyncClient(server.url, "t", retries=ONCE) as client:
                finished: Finished = await getattr(client, name)(*arguments, **options)
                return finished

        return asyncio.run(work())

    def test_a_task_that_is_cancelled_ends_the_command(self) -> None:
        server = self.serve({"stdout_stored": 8})

        async def work() -> None:
            async with aio.AsyncClient(server.url, "t", retries=ONCE) as client:
                printed = asyncio.Event()
                task = asyncio.create_task(client.run(P, GPU, ["program"], on_output=lambda *_: printed.set()))
                await printed.wait()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        asyncio.run(work())
        self.assertEqual(server.asked[-2:], [f"POST /{A}/commands/{C}/cancel", f"POST /{A}/release"])
