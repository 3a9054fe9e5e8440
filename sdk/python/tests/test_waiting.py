from __future__ import annotations

import asyncio
import unittest
from typing import Any
from uuid import UUID

import gpuaas
from gpuaas import AllocationState, Client, WaitFailed, WaitTimedOut, aio, wait_until_active, wait_until_released

from .fake_server import FakeServer

ID = UUID("0198c0de-0000-7000-8000-000000000009")


def at(state: str, **more: Any) -> dict[str, Any]:
    return {
        "id": str(ID),
        "tenant_id": str(ID),
        "project_id": str(ID),
        "name": "n",
        "labels": {},
        "sku": "s",
        "count": 1,
        "version": 1,
        "protected": False,
        "created_at": "2026-11-16T05:59:30Z",
        "created_by": str(ID),
        "state": state,
        "state_since": "2026-11-16T05:59:30Z",
    } | more


class WaitingTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = self.enterContext(FakeServer())
        self.allocations = Client(self.server.url, "t").allocations

    def test_tells_each_step_once_and_ends_when_it_is_active(self) -> None:
        for state in ("provisioning", "provisioning", "active"):
            self.server.answers(200, at(state))
        told: list[Any] = []

        active = wait_until_active(self.allocations, ID, ID, on_progress=lambda one: told.append(one.state))

        self.assertEqual(active.state, AllocationState.ACTIVE)
        self.assertEqual(told, [AllocationState.PROVISIONING, AllocationState.ACTIVE])

    def test_another_end_is_said_with_its_reason(self) -> None:
        self.server.answers(200, at("failed", failure={"code": "not_proven", "message": "No driver."}))

        with self.assertRaisesRegex(WaitFailed, "is failed: No driver."):
            wait_until_active(self.allocations, ID, ID)

    def test_active_is_no_end_for_whoever_waits_for_the_release(self) -> None:
        for state in ("active", "releasing", "released"):
            self.server.answers(200, at(state))

        self.assertEqual(wait_until_released(self.allocations, ID, ID).state, AllocationState.RELEASED)

    def test_the_time_is_bounded(self) -> None:
        self.server.answers(200, at("requested"))

        with self.assertRaises(WaitTimedOut) as raised:
            wait_until_active(self.allocations, ID, ID, timeout_seconds=-1)

        seen = raised.exception.allocation
        self.assertIsInstance(seen, gpuaas.Allocation)
        self.assertEqual(getattr(seen, "state", None), AllocationState.REQUESTED)


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.server = self.enterContext(FakeServer())

    async def test_calls_run_at_once(self) -> None:
        me = {"principal_id": "p", "kind": "user", "display_name": "Ada", "grants": []}
        for _ in range(8):
            self.server.answers(200, me)
        async with aio.AsyncClient(self.server.url, "t") as client:
            names = await asyncio.gather(*(client.identity.get_me() for _ in range(8)))
        self.assertEqual([one.display_name for one in names], ["Ada"] * 8)

    async def test_waits_without_blocking(self) -> None:
        self.server.answers(200, at("provisioning")).answers(200, at("active"))
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        beside = asyncio.create_task(tick())
        async with aio.AsyncClient(self.server.url, "t") as client:
            active = await aio.wait_until_active(client.allocations, ID, ID)
        beside.cancel()
        self.assertEqual(active.state, AllocationState.ACTIVE)
        self.assertGreater(ticks, 3)

    async def test_walks_pages_and_streams(self) -> None:
        self.server.answers(200, {"items": [at("active")], "next_cursor": "c"}).answers(200, {"items": [at("failed")]})
        self.server.answers_text(200, "text/csv", "id\n1\n")
        async with aio.AsyncClient(self.server.url, "t") as client:
            states = [one.state.value async for one in aio.all_items(client.allocations.list_allocations, ID)]
            async with await client.audit.export_audit_events(gpuaas.ExportFormat.CSV) as export:
                lines = [line async for line in export]
        self.assertEqual(states, ["active", "failed"])
        self.assertEqual(lines, [b"id\n", b"1\n"])

    async def test_refusals_are_the_same(self) -> None:
        self.server.refuses(404, "not_found")
        async with aio.AsyncClient(self.server.url, "t") as client:
            with self.assertRaises(gpuaas.NotFound):
                await client.identity.get_me()

    async def test_every_call_has_its_like(self) -> None:
        client = Client(self.server.url, "t")
        async with aio.AsyncClient(self.server.url, "t") as other:
            for name, api in vars(client).items():
                calls = {call for call in dir(api) if not call.startswith("_")}
                self.assertEqual(calls, {call for call in dir(getattr(other, name)) if not call.startswith("_")})


if __name__ == "__main__":
    unittest.main()
