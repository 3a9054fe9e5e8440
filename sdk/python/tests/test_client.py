from __future__ import annotations

import unittest
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from uuid import UUID

import gpuaas
from gpuaas import Client, CreateTenant, GpuaasError, RetryLimits, ServerUnreachable, SetPolicy, all_items
from gpuaas.transport import Connection

from .fake_server import FakeServer

TENANT_ID = UUID("0198c0de-0000-7000-8000-000000000001")
TENANT = {
    "id": str(TENANT_ID),
    "slug": "acme",
    "name": "Acme",
    "state": "active",
    "created_at": "2026-01-02T03:04:05.123456789Z",
    "added_by_a_newer_server": 1,
}


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = self.enterContext(FakeServer())
        self.client = Client(self.server.url, "secret-token")

    def test_reads_a_record_and_sends_the_token(self) -> None:
        self.server.answers(200, TENANT)

        tenant = self.client.identity.get_tenant(TENANT_ID)

        created = datetime(2026, 1, 2, 3, 4, 5, 123456, tzinfo=UTC)
        self.assertEqual(
            tenant,
            gpuaas.Tenant(id=TENANT_ID, slug="acme", name="Acme", state=gpuaas.TenantState.ACTIVE, created_at=created),
        )
        self.assertEqual(self.server.received[0].target, f"/api/v1/tenants/{TENANT_ID}")
        self.assertEqual(self.server.received[0].headers["Authorization"], "Bearer secret-token")

    def test_anonymous_clients_send_no_token(self) -> None:
        self.server.answers(200, {"items": []})

        Client(self.server.url).reference.list_error_codes()

        self.assertNotIn("Authorization", self.server.received[0].headers)

    def test_chooses_an_idempotency_key_where_one_is_required(self) -> None:
        self.server.answers(201, TENANT).answers(201, TENANT)

        self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"))
        self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"))

        keys = {request.headers["Idempotency-Key"] for request in self.server.received}
        self.assertEqual(len(keys), 2)
        self.assertNotIn(None, keys)
        self.assertEqual(self.server.received[0].body, '{"slug": "acme", "name": "Acme"}')

    def test_uses_the_callers_idempotency_key(self) -> None:
        self.server.answers(201, TENANT)

        self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"), idempotency_key="order-17")

        self.assertEqual(self.server.received[0].headers["Idempotency-Key"], "order-17")

    def test_refuses_an_empty_idempotency_key(self) -> None:
        with self.assertRaises(ValueError):
            self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"), idempotency_key="")

    def test_chooses_an_idempotency_key_where_it_is_optional_too(self) -> None:
        policy = {"key": "a.b", "type": "integer", "value": "1", "source": "global", "default_value": "1"}
        for _ in range(2):
            self.server.answers(200, policy | {"scopes": ["tenant"], "description": "d"})

        answer = self.client.policies.set_policy("a.b", SetPolicy(value="1"))
        self.client.policies.set_policy("a.b", SetPolicy(value="1"))

        keys = {request.headers["Idempotency-Key"] for request in self.server.received}
        self.assertEqual(len(keys), 2)
        self.assertNotIn(None, keys)
        self.assertEqual(self.server.received[0].body, '{"value": "1"}')
        self.assertEqual(answer.scopes, [gpuaas.PolicyScope.TENANT])

    def test_passes_the_correlation_id(self) -> None:
        self.server.answers(200, TENANT)

        Client(self.server.url, "t", correlation_id="night-run").identity.get_tenant(TENANT_ID)

        self.assertEqual(self.server.received[0].headers["X-Correlation-Id"], "night-run")

    def test_a_problem_becomes_an_exception(self) -> None:
        self.server.refuses(400, "request_invalid")

        with self.assertRaises(GpuaasError) as raised:
            self.client.identity.create_tenant(CreateTenant(slug="a", name="A"))

        refusal = raised.exception
        self.assertEqual((refusal.code, refusal.status, refusal.blame), ("request_invalid", 400, gpuaas.Blame.USER))
        self.assertEqual(refusal.violations, [gpuaas.Violation(field="/slug", message="is too short")])
        self.assertEqual(str(refusal), "Refused: /slug is too short (request_invalid, correlation id c-1)")

    def test_an_answer_that_is_not_ours_is_named_as_such(self) -> None:
        for status, media_type, body in [
            (500, "text/html", "<h1>Failed</h1>"),
            (400, "application/problem+json", "{}"),
            (200, "application/json", '{"id":'),
            (200, "application/json", '{"id": 7}'),
            (302, "text/plain", ""),
        ]:
            with self.subTest(status=status, body=body):
                self.server.answers_text(status, media_type, body)
                with self.assertRaisesRegex(GpuaasError, "unexpected_answer"):
                    self.client.identity.get_tenant(TENANT_ID)

    def test_retries_when_the_server_is_busy_and_keeps_the_key(self) -> None:
        self.server.refuses(429, "rate_limited", "0").refuses(503, "overloaded", "0")
        self.server.refuses(409, "idempotency_in_flight", "0").answers(201, TENANT)

        self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"))

        self.assertEqual(len(self.server.received), 4)
        self.assertEqual(len({request.headers["Idempotency-Key"] for request in self.server.received}), 1)

    def test_stops_retrying_at_the_limit(self) -> None:
        self.server.refuses(503, "overloaded", "0").refuses(503, "overloaded", "0")

        with self.assertRaisesRegex(GpuaasError, "overloaded"):
            Client(self.server.url, "t", retries=RetryLimits(attempts_max=2)).identity.get_me()

        self.assertEqual(len(self.server.received), 2)

    def test_does_not_wait_longer_than_allowed(self) -> None:
        self.server.refuses(429, "rate_limited", "3600")

        with self.assertRaisesRegex(GpuaasError, "rate_limited"):
            self.client.identity.get_me()

    def test_its_own_wait_grows_only_to_the_limit(self) -> None:
        self.server.refuses(503, "overloaded").refuses(503, "overloaded").refuses(503, "overloaded")
        self.server.answers(200, TENANT)

        Client(self.server.url, "t", retries=RetryLimits(wait_seconds_max=0.01)).identity.get_tenant(TENANT_ID)

        self.assertEqual(len(self.server.received), 4)

    def test_repeats_after_a_proxys_error_only_what_does_no_harm_twice(self) -> None:
        self.server.answers_text(502, "text/html", "<h1>Bad gateway</h1>").answers_text(504, "text/html", "late")
        self.server.answers(200, TENANT)
        self.client.identity.get_tenant(TENANT_ID)
        self.assertEqual(len(self.server.received), 3)

        self.server.answers_text(502, "text/html", "<h1>Bad gateway</h1>")
        with self.assertRaisesRegex(GpuaasError, "unexpected_answer"):
            self.client.users.change_password(gpuaas.ChangePassword(current_password="a", new_password="b"))
        self.assertEqual(len(self.server.received), 4)

    def test_does_not_retry_other_conflicts(self) -> None:
        self.server.refuses(409, "slug_taken")

        with self.assertRaisesRegex(GpuaasError, "slug_taken"):
            self.client.identity.get_me()

    def test_walks_all_pages(self) -> None:
        self.server.answers(200, {"items": [TENANT], "next_cursor": "a b"})
        self.server.answers(200, {"items": [], "next_cursor": "c"}).answers(200, {"items": [TENANT]})

        tenants = list(all_items(self.client.identity.list_tenants, page_size=1))

        self.assertEqual([tenant.slug for tenant in tenants], ["acme", "acme"])
        self.assertEqual(
            [request.target for request in self.server.received],
            [f"/api/v1/tenants?limit=1{rest}" for rest in ("", "&cursor=a+b", "&cursor=c")],
        )

    def test_a_listing_that_repeats_its_cursor_ends(self) -> None:
        self.server.answers(200, {"items": [], "next_cursor": "a"}).answers(200, {"items": [], "next_cursor": "a"})

        with self.assertRaisesRegex(RuntimeError, "does not end"):
            list(all_items(self.client.identity.list_projects, TENANT_ID))

    def test_pages_are_bounded(self) -> None:
        with self.assertRaises(ValueError):
            all_items(self.client.identity.list_tenants, page_size=201)

    def test_sends_filters_and_streams_the_export(self) -> None:
        self.server.answers_text(200, "text/csv", "id,action\n1,tenant.create\n")

        start = datetime(1970, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
        with self.client.audit.export_audit_events(gpuaas.ExportFormat.CSV, from_=start) as export:
            self.assertEqual(export.read(), b"id,action\n1,tenant.create\n")

        self.assertEqual(
            self.server.received[0].target, "/api/v1/audit-events/export?format=csv&from=1970-01-01T00%3A00%3A00Z"
        )

    def test_enum_values_of_a_newer_server_do_not_break_reading(self) -> None:
        self.server.answers(200, {"principal_id": "p", "kind": "robot", "display_name": "R", "grants": []})

        self.assertEqual(self.client.identity.get_me().kind, "robot")

    def test_says_who_did_not_answer(self) -> None:
        with FakeServer() as stopped:
            url = stopped.url

        with self.assertRaisesRegex(ServerUnreachable, url):
            Client(url, "t").identity.get_me()

    def test_repeats_after_silence_only_what_does_no_harm_twice(self) -> None:
        self.server.hangs_up().answers(200, TENANT)
        self.client.identity.get_tenant(TENANT_ID)
        self.assertEqual(len(self.server.received), 2)

        self.server.hangs_up().answers(201, TENANT)
        self.client.identity.create_tenant(CreateTenant(slug="acme", name="Acme"))
        keys = {request.headers["Idempotency-Key"] for request in self.server.received[2:]}
        self.assertEqual((len(self.server.received), len(keys)), (4, 1))

        self.server.hangs_up()
        with self.assertRaises(ServerUnreachable):
            self.client.users.change_password(gpuaas.ChangePassword(current_password="a", new_password="b"))
        self.assertEqual(len(self.server.received), 5)

    def test_refusals_are_told_apart(self) -> None:
        kinds = {400: "Invalid", 401: "NotSignedIn", 403: "NotPermitted", 404: "NotFound", 409: "Conflict"}
        kinds |= {429: "RateLimited", 503: "Unavailable", 500: "GpuaasError"}
        client = Client(self.server.url, "t", retries=RetryLimits(attempts_max=1))
        for status, kind in kinds.items():
            with self.subTest(status=status):
                self.server.refuses(status, "some_code")
                with self.assertRaises(GpuaasError) as raised:
                    client.identity.get_me()
                self.assertIs(type(raised.exception), getattr(gpuaas, kind))

    def test_refuses_an_address_that_is_none(self) -> None:
        with self.assertRaisesRegex(ValueError, "not an http or https address"):
            Client("localhost:8080", "t")

    def test_the_token_is_not_printed(self) -> None:
        self.assertNotIn("secret", repr(Connection("http://h", "secret-token", None)))

    def test_no_name_stands_for_two_things(self) -> None:
        self.assertEqual(len(gpuaas.__all__), len(set(gpuaas.__all__)))

    def test_the_client_reaches_every_generated_api(self) -> None:
        generated = {path.stem for path in Path(gpuaas.__file__).parent.glob("generated/*_api.py")}

        self.assertEqual({f"{name}_api" for name in vars(self.client)}, generated)


if __name__ == "__main__":
    unittest.main()
