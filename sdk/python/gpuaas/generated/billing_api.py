# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class BillingApi:
    """Credit, use and what it cost, and the ledger."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_commitment(
        self,
        tenant_id: UUID,
        create_commitment: CreateCommitment,
        *,
        idempotency_key: str | None = None,
    ) -> Commitment:
        """Agree on use at a discount."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/commitments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_commitment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Commitment)

    def get_balance(
        self,
        tenant_id: UUID,
    ) -> TenantBalances:
        """Show a tenant's credit and how long it lasts."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/balance", accept="application/json")
        call.path("tenant_id", tenant_id)
        return self._transport.send(call, TenantBalances)

    def get_budget(
        self,
        project_id: UUID,
    ) -> Budget:
        """Show what a project may cost in a month, and what it cost so far."""
        call = Call("GET", "/api/v1/projects/{project_id}/budget", accept="application/json")
        call.path("project_id", project_id)
        return self._transport.send(call, Budget)

    def grant_promotional_credit(
        self,
        tenant_id: UUID,
        grant_promotional_credit: GrantPromotionalCredit,
        *,
        idempotency_key: str | None = None,
    ) -> PromotionalCredit:
        """Give a tenant credit that expires."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/promotional-credits", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(grant_promotional_credit)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, PromotionalCredit)

    def list_budgets(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> BudgetPage:
        """List the budgets of a tenant's projects."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/budgets", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, BudgetPage)

    def list_commitments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> CommitmentPage:
        """List what a tenant committed itself to use."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/commitments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, CommitmentPage)

    def list_costs(
        self,
        tenant_id: UUID,
        group_by: CostGroup,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        project_id: UUID | None = None,
        sku: str | None = None,
        user: str | None = None,
        label: str | None = None,
        allocation_id: UUID | None = None,
    ) -> CostReport:
        """Show what a tenant used and what it cost."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/costs", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("group_by", group_by)
        call.query("from", from_)
        call.query("to", to)
        call.query("project_id", project_id)
        call.query("sku", sku)
        call.query("user", user)
        call.query("label", label)
        call.query("allocation_id", allocation_id)
        return self._transport.send(call, CostReport)

    def list_ledger_transfers(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> LedgerTransferPage:
        """List what was booked for a tenant."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/ledger-transfers", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, LedgerTransferPage)

    def remove_budget(
        self,
        project_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Take a project's budget away."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/budget", accept="application/json")
        call.path("project_id", project_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Budget)

    def set_budget(
        self,
        project_id: UUID,
        set_budget: SetBudget,
        *,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Say what a project may cost in a month."""
        call = Call("PUT", "/api/v1/projects/{project_id}/budget", accept="application/json")
        call.path("project_id", project_id)
        call.body(set_budget)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Budget)

    def verify_ledger(
        self,
    ) -> LedgerVerification:
        """Compare all balances with their transfers and check every seal."""
        call = Call("GET", "/api/v1/ledger/verification", accept="application/json")
        return self._transport.send(call, LedgerVerification)
