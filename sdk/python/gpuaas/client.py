from __future__ import annotations

from .generated import (
    AccessApi,
    AllocationsApi,
    AuditApi,
    BillingApi,
    CapacityApi,
    EventsApi,
    FinanceApi,
    GatewaysApi,
    IdentityApi,
    MachinesApi,
    NodesApi,
    NotificationsApi,
    OfferingsApi,
    OperationsApi,
    PaymentsApi,
    PoliciesApi,
    RecordingsApi,
    ReferenceApi,
    ReservationsApi,
    TenancyApi,
    TerminalsApi,
    TracesApi,
    UpdatesApi,
    UsageApi,
    UsersApi,
)
from .transport import DEFAULT_RETRIES, Connection, RetryLimits, Token, Transport


class Client:
    """A connection to one control plane, under one credential. Safe to share between threads.

    Without a token only `reference` answers. `correlation_id` goes with every call; without it the server chooses one
    per call.
    """

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        correlation_id: str | None = None,
        retries: RetryLimits = DEFAULT_RETRIES,
    ) -> None:
        transport = Transport(Connection(url, token, correlation_id), retries)
        self.identity = IdentityApi(transport)
        self.access = AccessApi(transport)
        self.tenancy = TenancyApi(transport)
        self.machines = MachinesApi(transport)
        self.users = UsersApi(transport)
        self.notifications = NotificationsApi(transport)
        self.policies = PoliciesApi(transport)
        self.audit = AuditApi(transport)
        self.traces = TracesApi(transport)
        self.operations = OperationsApi(transport)
        self.events = EventsApi(transport)
        self.nodes = NodesApi(transport)
        self.allocations = AllocationsApi(transport)
        self.reservations = ReservationsApi(transport)
        self.offerings = OfferingsApi(transport)
        self.capacity = CapacityApi(transport)
        self.updates = UpdatesApi(transport)
        self.gateways = GatewaysApi(transport)
        self.recordings = RecordingsApi(transport)
        self.terminals = TerminalsApi(transport)
        self.billing = BillingApi(transport)
        self.payments = PaymentsApi(transport)
        self.finance = FinanceApi(transport)
        self.usage = UsageApi(transport)
        self.reference = ReferenceApi(transport)
