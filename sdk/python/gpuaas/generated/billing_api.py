# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class BillingApi:
    """Credit, usage, costs, and the ledger."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_commitment(
        self,
        tenant_id: UUID,
        create_commitment: CreateCommitment,
        *,
        idempotency_key: str | None = None,
    ) -> Commitment:
        """Create a commitment."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/commitments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_commitment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Commitment)

    def get_balance(
        self,
        tenant_id: UUID,
    ) -> TenantBalances:
        """Get a tenant's balance."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/balance", accept="application/json")
        call.path("tenant_id", tenant_id)
        return self._transport.send(call, TenantBalances)

    def get_budget(
        self,
        project_id: UUID,
    ) -> Budget:
        """Get a project's budget and its cost this month."""
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
        """Grant a tenant promotional credit."""
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
        """List a tenant's commitments."""
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
        and_by: CostGroup | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        project_id: UUID | None = None,
        sku: str | None = None,
        user: str | None = None,
        label: str | None = None,
        allocation_id: UUID | None = None,
    ) -> CostReport:
        """Get a tenant's usage and costs."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/costs", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("group_by", group_by)
        call.query("and_by", and_by)
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
        kind: str | None = None,
        allocation_id: UUID | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> LedgerTransferPage:
        """List a tenant's ledger transfers."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/ledger-transfers", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("kind", kind)
        call.query("allocation_id", allocation_id)
        call.query("from", from_)
        call.query("to", to)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, LedgerTransferPage)

    def remove_budget(
        self,
        project_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Remove a project's budget."""
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
        """Set a project's monthly budget."""
        call = Call("PUT", "/api/v1/projects/{project_id}/budget", accept="application/json")
        call.path("project_id", project_id)
        call.body(set_budget)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Budget)

    def verify_ledger(
        self,
    ) -> LedgerVerification:
        """Verify the ledger's balances and seals."""
        call = Call("GET", "/api/v1/ledger/verification", accept="application/json")
        return self._transport.send(call, LedgerVerification)
