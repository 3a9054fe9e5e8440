# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from typing import TYPE_CHECKING

from .access_api import AccessApi
from .advisories_api import AdvisoriesApi
from .allocations_api import AllocationsApi
from .apps_api import AppsApi
from .artifacts_api import ArtifactsApi
from .audit_api import AuditApi
from .billing_api import BillingApi
from .capacity_api import CapacityApi
from .commands_api import CommandsApi
from .entitlements_api import EntitlementsApi
from .events_api import EventsApi
from .finance_api import FinanceApi
from .gateways_api import GatewaysApi
from .identity_api import IdentityApi
from .joining_api import JoiningApi
from .machines_api import MachinesApi
from .nodes_api import NodesApi
from .notifications_api import NotificationsApi
from .offerings_api import OfferingsApi
from .operations_api import OperationsApi
from .payments_api import PaymentsApi
from .policies_api import PoliciesApi
from .recordings_api import RecordingsApi
from .reference_api import ReferenceApi
from .reservations_api import ReservationsApi
from .tenancy_api import TenancyApi
from .terminals_api import TerminalsApi
from .traces_api import TracesApi
from .updates_api import UpdatesApi
from .usage_api import UsageApi
from .users_api import UsersApi

if TYPE_CHECKING:
    from ..transport import Transport


class Apis:
    """The calls of the API, grouped as in the contract."""

    def __init__(self, transport: Transport) -> None:
        self.identity = IdentityApi(transport)
        self.access = AccessApi(transport)
        self.tenancy = TenancyApi(transport)
        self.machines = MachinesApi(transport)
        self.users = UsersApi(transport)
        self.notifications = NotificationsApi(transport)
        self.policies = PoliciesApi(transport)
        self.audit = AuditApi(transport)
        self.traces = TracesApi(transport)
        self.events = EventsApi(transport)
        self.operations = OperationsApi(transport)
        self.nodes = NodesApi(transport)
        self.allocations = AllocationsApi(transport)
        self.reservations = ReservationsApi(transport)
        self.offerings = OfferingsApi(transport)
        self.capacity = CapacityApi(transport)
        self.reference = ReferenceApi(transport)
        self.updates = UpdatesApi(transport)
        self.joining = JoiningApi(transport)
        self.gateways = GatewaysApi(transport)
        self.terminals = TerminalsApi(transport)
        self.commands = CommandsApi(transport)
        self.recordings = RecordingsApi(transport)
        self.billing = BillingApi(transport)
        self.finance = FinanceApi(transport)
        self.payments = PaymentsApi(transport)
        self.usage = UsageApi(transport)
        self.artifacts = ArtifactsApi(transport)
        self.advisories = AdvisoriesApi(transport)
        self.apps = AppsApi(transport)
        self.entitlements = EntitlementsApi(transport)
