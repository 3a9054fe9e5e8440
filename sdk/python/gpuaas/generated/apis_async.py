# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from typing import TYPE_CHECKING

from .access_api_async import AsyncAccessApi
from .advisories_api_async import AsyncAdvisoriesApi
from .allocations_api_async import AsyncAllocationsApi
from .apps_api_async import AsyncAppsApi
from .artifacts_api_async import AsyncArtifactsApi
from .audit_api_async import AsyncAuditApi
from .billing_api_async import AsyncBillingApi
from .capacity_api_async import AsyncCapacityApi
from .commands_api_async import AsyncCommandsApi
from .entitlements_api_async import AsyncEntitlementsApi
from .events_api_async import AsyncEventsApi
from .finance_api_async import AsyncFinanceApi
from .gateways_api_async import AsyncGatewaysApi
from .identity_api_async import AsyncIdentityApi
from .joining_api_async import AsyncJoiningApi
from .machines_api_async import AsyncMachinesApi
from .nodes_api_async import AsyncNodesApi
from .notifications_api_async import AsyncNotificationsApi
from .offerings_api_async import AsyncOfferingsApi
from .operations_api_async import AsyncOperationsApi
from .payments_api_async import AsyncPaymentsApi
from .policies_api_async import AsyncPoliciesApi
from .recordings_api_async import AsyncRecordingsApi
from .reference_api_async import AsyncReferenceApi
from .reservations_api_async import AsyncReservationsApi
from .tenancy_api_async import AsyncTenancyApi
from .terminals_api_async import AsyncTerminalsApi
from .traces_api_async import AsyncTracesApi
from .updates_api_async import AsyncUpdatesApi
from .usage_api_async import AsyncUsageApi
from .users_api_async import AsyncUsersApi

if TYPE_CHECKING:
    from ..async_transport import AsyncTransport


class AsyncApis:
    """The calls of the API, grouped as in the contract."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.identity = AsyncIdentityApi(transport)
        self.access = AsyncAccessApi(transport)
        self.tenancy = AsyncTenancyApi(transport)
        self.machines = AsyncMachinesApi(transport)
        self.users = AsyncUsersApi(transport)
        self.notifications = AsyncNotificationsApi(transport)
        self.policies = AsyncPoliciesApi(transport)
        self.audit = AsyncAuditApi(transport)
        self.traces = AsyncTracesApi(transport)
        self.events = AsyncEventsApi(transport)
        self.operations = AsyncOperationsApi(transport)
        self.nodes = AsyncNodesApi(transport)
        self.allocations = AsyncAllocationsApi(transport)
        self.reservations = AsyncReservationsApi(transport)
        self.offerings = AsyncOfferingsApi(transport)
        self.capacity = AsyncCapacityApi(transport)
        self.reference = AsyncReferenceApi(transport)
        self.updates = AsyncUpdatesApi(transport)
        self.joining = AsyncJoiningApi(transport)
        self.gateways = AsyncGatewaysApi(transport)
        self.terminals = AsyncTerminalsApi(transport)
        self.commands = AsyncCommandsApi(transport)
        self.recordings = AsyncRecordingsApi(transport)
        self.billing = AsyncBillingApi(transport)
        self.finance = AsyncFinanceApi(transport)
        self.payments = AsyncPaymentsApi(transport)
        self.usage = AsyncUsageApi(transport)
        self.artifacts = AsyncArtifactsApi(transport)
        self.advisories = AsyncAdvisoriesApi(transport)
        self.apps = AsyncAppsApi(transport)
        self.entitlements = AsyncEntitlementsApi(transport)
