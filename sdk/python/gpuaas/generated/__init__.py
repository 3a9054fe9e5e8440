# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
"""The contract as Python; import from gpuaas, not from here."""

from .access_api import AccessApi
from .access_api_async import AsyncAccessApi
from .advisories_api import AdvisoriesApi
from .advisories_api_async import AsyncAdvisoriesApi
from .allocations_api import AllocationsApi
from .allocations_api_async import AsyncAllocationsApi
from .apps_api import AppsApi
from .apps_api_async import AsyncAppsApi
from .artifacts_api import ArtifactsApi
from .artifacts_api_async import AsyncArtifactsApi
from .audit_api import AuditApi
from .audit_api_async import AsyncAuditApi
from .billing_api import BillingApi
from .billing_api_async import AsyncBillingApi
from .capacity_api import CapacityApi
from .capacity_api_async import AsyncCapacityApi
from .commands_api import CommandsApi
from .commands_api_async import AsyncCommandsApi
from .entitlements_api import EntitlementsApi
from .entitlements_api_async import AsyncEntitlementsApi
from .events_api import EventsApi
from .events_api_async import AsyncEventsApi
from .finance_api import FinanceApi
from .finance_api_async import AsyncFinanceApi
from .gateways_api import GatewaysApi
from .gateways_api_async import AsyncGatewaysApi
from .identity_api import IdentityApi
from .identity_api_async import AsyncIdentityApi
from .joining_api import JoiningApi
from .joining_api_async import AsyncJoiningApi
from .machines_api import MachinesApi
from .machines_api_async import AsyncMachinesApi
from .nodes_api import NodesApi
from .nodes_api_async import AsyncNodesApi
from .notifications_api import NotificationsApi
from .notifications_api_async import AsyncNotificationsApi
from .offerings_api import OfferingsApi
from .offerings_api_async import AsyncOfferingsApi
from .operations_api import OperationsApi
from .operations_api_async import AsyncOperationsApi
from .payments_api import PaymentsApi
from .payments_api_async import AsyncPaymentsApi
from .policies_api import PoliciesApi
from .policies_api_async import AsyncPoliciesApi
from .recordings_api import RecordingsApi
from .recordings_api_async import AsyncRecordingsApi
from .reference_api import ReferenceApi
from .reference_api_async import AsyncReferenceApi
from .reservations_api import ReservationsApi
from .reservations_api_async import AsyncReservationsApi
from .tenancy_api import TenancyApi
from .tenancy_api_async import AsyncTenancyApi
from .terminals_api import TerminalsApi
from .terminals_api_async import AsyncTerminalsApi
from .traces_api import TracesApi
from .traces_api_async import AsyncTracesApi
from .updates_api import UpdatesApi
from .updates_api_async import AsyncUpdatesApi
from .usage_api import UsageApi
from .usage_api_async import AsyncUsageApi
from .users_api import UsersApi
from .users_api_async import AsyncUsersApi
from .models import AccessToken
from .models import AccessTokenPage
from .models import AddMeasurePrice
from .models import AddPlatformKey
from .models import AddPrice
from .models import AddPublisherKey
from .models import AddSshKey
from .models import AddTenantPrice
from .models import Adjustment
from .models import AdjustmentKind
from .models import AdjustmentPage
from .models import Advisory
from .models import AdvisoryAction
from .models import AdvisoryHit
from .models import AdvisoryHitPage
from .models import AdvisoryPage
from .models import AdvisorySeverity
from .models import AgentPackage
from .models import AgentPackageKind
from .models import AgentRelease
from .models import AgentReleasePage
from .models import AgentReleaseState
from .models import Allocation
from .models import AllocationAccess
from .models import AllocationBatch
from .models import AllocationDefaults
from .models import AllocationDegraded
from .models import AllocationEstimate
from .models import AllocationEvent
from .models import AllocationEventPage
from .models import AllocationFailure
from .models import AllocationLease
from .models import AllocationPage
from .models import AllocationPhase
from .models import AllocationQueuePlace
from .models import AllocationState
from .models import AllocationStateCount
from .models import AllocationTelemetry
from .models import AnswerInvitation
from .models import App
from .models import AppAccess
from .models import AppArtifact
from .models import AppChannel
from .models import AppChannelName
from .models import AppDeprecation
from .models import AppEntitlement
from .models import AppPage
from .models import AppRequest
from .models import AppRequestPage
from .models import AppRequestState
from .models import AppReview
from .models import AppReviewDecision
from .models import AppReviewOutcome
from .models import AppReviewPage
from .models import AppSuspension
from .models import AppSuspensionPage
from .models import AppVersion
from .models import AppVersionChanges
from .models import AppVersionPage
from .models import AppVersionState
from .models import AppVersionSummary
from .models import AppVisibility
from .models import Artifact
from .models import ArtifactKind
from .models import ArtifactPage
from .models import ArtifactPromotion
from .models import ArtifactReason
from .models import ArtifactReferrer
from .models import ArtifactReinstatement
from .models import ArtifactSbom
from .models import ArtifactSboms
from .models import ArtifactTrust
from .models import ArtifactVerification
from .models import AuditArchive
from .models import AuditArchivePage
from .models import AuditArchiveVerification
from .models import AuditEvent
from .models import AuditEventPage
from .models import AuditOutcome
from .models import AuditVerification
from .models import AutoTopUp
from .models import AvailableCapacity
from .models import BackgroundRound
from .models import BackgroundRounds
from .models import BalanceLevel
from .models import Blame
from .models import Budget
from .models import BudgetAction
from .models import BudgetPage
from .models import CapacityShape
from .models import ChangeArea
from .models import ChangePassword
from .models import CollectNodeLogs
from .models import Command
from .models import CommandAccess
from .models import CommandOutput
from .models import CommandPage
from .models import CommandState
from .models import Commitment
from .models import CommitmentPage
from .models import CompletePublishIntent
from .models import ConfirmAllocationFault
from .models import ConsumerBacklog
from .models import CostGroup
from .models import CostLine
from .models import CostReport
from .models import CreateAccessToken
from .models import CreateAdjustment
from .models import CreateAdvisory
from .models import CreateAgentRelease
from .models import CreateAllocation
from .models import CreateAllocationBatch
from .models import CreateAppVersion
from .models import CreateCommitment
from .models import CreateGateway
from .models import CreateInvitation
from .models import CreateJoinTokens
from .models import CreateLogStream
from .models import CreateMeasure
from .models import CreateNode
from .models import CreatePayment
from .models import CreateProject
from .models import CreatePublishIntent
from .models import CreatePublisher
from .models import CreateReservation
from .models import CreateRollout
from .models import CreateServiceAccount
from .models import CreateServiceAccountKey
from .models import CreateSku
from .models import CreateTenant
from .models import CreateUser
from .models import CurrencyOverview
from .models import DeadLetter
from .models import DeadLetterPage
from .models import DeadLetterState
from .models import DecideAppRequest
from .models import DeployRole
from .models import DeprecateAppVersion
from .models import DeprecateArtifact
from .models import DisableUser
from .models import DiscardDeadLetter
from .models import DismissAllocationFault
from .models import Dispute
from .models import DisputePage
from .models import DraftStatement
from .models import DraftStatementLine
from .models import DrainNode
from .models import EntitlementLevel
from .models import ErrorCatalogue
from .models import ErrorDescription
from .models import EventBacklog
from .models import EventsOverview
from .models import ExportFormat
from .models import ExtendAllocation
from .models import FileTransfer
from .models import FileTransferAccess
from .models import FileTransferDirection
from .models import FileTransferPage
from .models import FileTransferState
from .models import FindingSeverity
from .models import FleetOverview
from .models import FocusGranularity
from .models import ForceReleaseAllocation
from .models import Gateway
from .models import GatewayPage
from .models import GatewayState
from .models import GpuModelCount
from .models import GpuPoint
from .models import GpuSeries
from .models import GpuState
from .models import Grant
from .models import GrantPromotionalCredit
from .models import HourlyCost
from .models import Installation
from .models import Invitation
from .models import InvitationPage
from .models import InvitationState
from .models import IsolationModel
from .models import JoinByInvitation
from .models import JoinLine
from .models import JoinToken
from .models import JoinTokenBatch
from .models import KeyKind
from .models import LaunchDecision
from .models import LeasedGpu
from .models import LedgerTransfer
from .models import LedgerTransferPage
from .models import LedgerVerification
from .models import LiftAppSuspension
from .models import LockedParameter
from .models import LogStream
from .models import LogStreamState
from .models import Mail
from .models import MailPage
from .models import ManifestChange
from .models import ManifestFinding
from .models import Me
from .models import Measure
from .models import MeasurePage
from .models import MeasurePrice
from .models import MeasurePricePage
from .models import MeasureUnit
from .models import Member
from .models import MemberPage
from .models import MintToken
from .models import MintedToken
from .models import Money
from .models import MoneyOverview
from .models import NewAccessToken
from .models import NewGateway
from .models import NewServiceAccountKey
from .models import NewUsageRecord
from .models import Node
from .models import NodeCertificate
from .models import NodeCertificatePage
from .models import NodeCertificateState
from .models import NodeCheck
from .models import NodeCheckState
from .models import NodeChecks
from .models import NodeGpu
from .models import NodeHealth
from .models import NodeLogSource
from .models import NodePage
from .models import NodePoint
from .models import NodeReason
from .models import NodeRunning
from .models import NodeState
from .models import NodeStateCount
from .models import NodeTask
from .models import NodeTaskDetail
from .models import NodeTaskEvent
from .models import NodeTaskPage
from .models import NodeTaskState
from .models import NodeTelemetry
from .models import NodeTopology
from .models import NodeVerdict
from .models import NodeZone
from .models import Notification
from .models import NotificationKind
from .models import NotificationPage
from .models import NotificationPreference
from .models import NotificationPreferences
from .models import Offer
from .models import OfferList
from .models import OperatorEvent
from .models import Overview
from .models import Payment
from .models import PaymentPage
from .models import PaymentState
from .models import PlacementExplanation
from .models import PlacementStrategy
from .models import PlannedArtifact
from .models import PlatformKey
from .models import PlatformKeyPage
from .models import PlatformRole
from .models import Policy
from .models import PolicyList
from .models import PolicyScope
from .models import PolicySource
from .models import PolicyType
from .models import Price
from .models import PricePage
from .models import PrincipalKind
from .models import Problem
from .models import Project
from .models import ProjectEntitlement
from .models import ProjectPage
from .models import ProjectRole
from .models import PromotionalCredit
from .models import PublishAppVersion
from .models import PublishIntent
from .models import PublishIntentPage
from .models import PublishIntentState
from .models import PublishedArtifacts
from .models import Publisher
from .models import PublisherKey
from .models import PublisherKeyKind
from .models import PublisherKeyPage
from .models import PublisherKeyState
from .models import PublisherPage
from .models import PushedArtifact
from .models import QueueOverview
from .models import Reconciliation
from .models import ReconciliationPage
from .models import Recording
from .models import RecordingPage
from .models import RecordingSegment
from .models import RecordingSegmentPage
from .models import RefundPayment
from .models import RejectedSignature
from .models import ReleaseSignature
from .models import RenameSshKey
from .models import ReportUsage
from .models import RequestApp
from .models import Reservation
from .models import ReservationPage
from .models import ReservationState
from .models import RetireSku
from .models import ReviewAppVersion
from .models import ReviewPoint
from .models import RevokeAccess
from .models import RevokePublisherKey
from .models import RevokedAccess
from .models import Rollout
from .models import RolloutCounts
from .models import RolloutFailurePolicy
from .models import RolloutNode
from .models import RolloutNodePage
from .models import RolloutNodeState
from .models import RolloutPage
from .models import RolloutState
from .models import RotateTaskSigningKey
from .models import ServiceAccount
from .models import ServiceAccountKey
from .models import ServiceAccountPage
from .models import SetAllocationDefaults
from .models import SetAutoTopUp
from .models import SetBudget
from .models import SetNodeZone
from .models import SetNotificationPreference
from .models import SetPlatformRoles
from .models import SetPolicy
from .models import SetProjectEntitlement
from .models import SetProjectMember
from .models import SetSkuVisibility
from .models import SetSlotMode
from .models import SetTenantEntitlement
from .models import SetTenantMember
from .models import ShortTenant
from .models import SignatureEvidence
from .models import Sku
from .models import SkuPage
from .models import SkuUnit
from .models import Slot
from .models import SlotLease
from .models import SlotMode
from .models import SlotPage
from .models import SlotState
from .models import SshConnectionAccess
from .models import SshKey
from .models import SshKeyPage
from .models import StartCommand
from .models import StartFileTransfer
from .models import Statement
from .models import StatementFormat
from .models import StatementPage
from .models import SuspendApps
from .models import SuspendTenant
from .models import TaskSigningKey
from .models import Tenant
from .models import TenantBalance
from .models import TenantBalances
from .models import TenantEntitlement
from .models import TenantEntitlementPage
from .models import TenantLeftOut
from .models import TenantPage
from .models import TenantRole
from .models import TenantState
from .models import Terminal
from .models import TerminalAccess
from .models import TerminalPage
from .models import TerminalState
from .models import Trace
from .models import TraceEntry
from .models import TraceKind
from .models import TransferCharge
from .models import TroubledNode
from .models import UnreadCount
from .models import UpdateAllocation
from .models import UpdateApp
from .models import UpdateProject
from .models import UpdateServiceAccount
from .models import UpdateSku
from .models import UpdateTenant
from .models import UploadAgentReleasePart
from .models import UsageOutcome
from .models import UsageRecord
from .models import UsageRecordPage
from .models import UsageReport
from .models import User
from .models import UserPage
from .models import UserPassword
from .models import UserState
from .models import Violation
from .models import WaitingEvents
from .models import WaitingForSku


__all__ = [
    "AccessApi",
    "AsyncAccessApi",
    "AdvisoriesApi",
    "AsyncAdvisoriesApi",
    "AllocationsApi",
    "AsyncAllocationsApi",
    "AppsApi",
    "AsyncAppsApi",
    "ArtifactsApi",
    "AsyncArtifactsApi",
    "AuditApi",
    "AsyncAuditApi",
    "BillingApi",
    "AsyncBillingApi",
    "CapacityApi",
    "AsyncCapacityApi",
    "CommandsApi",
    "AsyncCommandsApi",
    "EntitlementsApi",
    "AsyncEntitlementsApi",
    "EventsApi",
    "AsyncEventsApi",
    "FinanceApi",
    "AsyncFinanceApi",
    "GatewaysApi",
    "AsyncGatewaysApi",
    "IdentityApi",
    "AsyncIdentityApi",
    "JoiningApi",
    "AsyncJoiningApi",
    "MachinesApi",
    "AsyncMachinesApi",
    "NodesApi",
    "AsyncNodesApi",
    "NotificationsApi",
    "AsyncNotificationsApi",
    "OfferingsApi",
    "AsyncOfferingsApi",
    "OperationsApi",
    "AsyncOperationsApi",
    "PaymentsApi",
    "AsyncPaymentsApi",
    "PoliciesApi",
    "AsyncPoliciesApi",
    "RecordingsApi",
    "AsyncRecordingsApi",
    "ReferenceApi",
    "AsyncReferenceApi",
    "ReservationsApi",
    "AsyncReservationsApi",
    "TenancyApi",
    "AsyncTenancyApi",
    "TerminalsApi",
    "AsyncTerminalsApi",
    "TracesApi",
    "AsyncTracesApi",
    "UpdatesApi",
    "AsyncUpdatesApi",
    "UsageApi",
    "AsyncUsageApi",
    "UsersApi",
    "AsyncUsersApi",
    "AccessToken",
    "AccessTokenPage",
    "AddMeasurePrice",
    "AddPlatformKey",
    "AddPrice",
    "AddPublisherKey",
    "AddSshKey",
    "AddTenantPrice",
    "Adjustment",
    "AdjustmentKind",
    "AdjustmentPage",
    "Advisory",
    "AdvisoryAction",
    "AdvisoryHit",
    "AdvisoryHitPage",
    "AdvisoryPage",
    "AdvisorySeverity",
    "AgentPackage",
    "AgentPackageKind",
    "AgentRelease",
    "AgentReleasePage",
    "AgentReleaseState",
    "Allocation",
    "AllocationAccess",
    "AllocationBatch",
    "AllocationDefaults",
    "AllocationDegraded",
    "AllocationEstimate",
    "AllocationEvent",
    "AllocationEventPage",
    "AllocationFailure",
    "AllocationLease",
    "AllocationPage",
    "AllocationPhase",
    "AllocationQueuePlace",
    "AllocationState",
    "AllocationStateCount",
    "AllocationTelemetry",
    "AnswerInvitation",
    "App",
    "AppAccess",
    "AppArtifact",
    "AppChannel",
    "AppChannelName",
    "AppDeprecation",
    "AppEntitlement",
    "AppPage",
    "AppRequest",
    "AppRequestPage",
    "AppRequestState",
    "AppReview",
    "AppReviewDecision",
    "AppReviewOutcome",
    "AppReviewPage",
    "AppSuspension",
    "AppSuspensionPage",
    "AppVersion",
    "AppVersionChanges",
    "AppVersionPage",
    "AppVersionState",
    "AppVersionSummary",
    "AppVisibility",
    "Artifact",
    "ArtifactKind",
    "ArtifactPage",
    "ArtifactPromotion",
    "ArtifactReason",
    "ArtifactReferrer",
    "ArtifactReinstatement",
    "ArtifactSbom",
    "ArtifactSboms",
    "ArtifactTrust",
    "ArtifactVerification",
    "AuditArchive",
    "AuditArchivePage",
    "AuditArchiveVerification",
    "AuditEvent",
    "AuditEventPage",
    "AuditOutcome",
    "AuditVerification",
    "AutoTopUp",
    "AvailableCapacity",
    "BackgroundRound",
    "BackgroundRounds",
    "BalanceLevel",
    "Blame",
    "Budget",
    "BudgetAction",
    "BudgetPage",
    "CapacityShape",
    "ChangeArea",
    "ChangePassword",
    "CollectNodeLogs",
    "Command",
    "CommandAccess",
    "CommandOutput",
    "CommandPage",
    "CommandState",
    "Commitment",
    "CommitmentPage",
    "CompletePublishIntent",
    "ConfirmAllocationFault",
    "ConsumerBacklog",
    "CostGroup",
    "CostLine",
    "CostReport",
    "CreateAccessToken",
    "CreateAdjustment",
    "CreateAdvisory",
    "CreateAgentRelease",
    "CreateAllocation",
    "CreateAllocationBatch",
    "CreateAppVersion",
    "CreateCommitment",
    "CreateGateway",
    "CreateInvitation",
    "CreateJoinTokens",
    "CreateLogStream",
    "CreateMeasure",
    "CreateNode",
    "CreatePayment",
    "CreateProject",
    "CreatePublishIntent",
    "CreatePublisher",
    "CreateReservation",
    "CreateRollout",
    "CreateServiceAccount",
    "CreateServiceAccountKey",
    "CreateSku",
    "CreateTenant",
    "CreateUser",
    "CurrencyOverview",
    "DeadLetter",
    "DeadLetterPage",
    "DeadLetterState",
    "DecideAppRequest",
    "DeployRole",
    "DeprecateAppVersion",
    "DeprecateArtifact",
    "DisableUser",
    "DiscardDeadLetter",
    "DismissAllocationFault",
    "Dispute",
    "DisputePage",
    "DraftStatement",
    "DraftStatementLine",
    "DrainNode",
    "EntitlementLevel",
    "ErrorCatalogue",
    "ErrorDescription",
    "EventBacklog",
    "EventsOverview",
    "ExportFormat",
    "ExtendAllocation",
    "FileTransfer",
    "FileTransferAccess",
    "FileTransferDirection",
    "FileTransferPage",
    "FileTransferState",
    "FindingSeverity",
    "FleetOverview",
    "FocusGranularity",
    "ForceReleaseAllocation",
    "Gateway",
    "GatewayPage",
    "GatewayState",
    "GpuModelCount",
    "GpuPoint",
    "GpuSeries",
    "GpuState",
    "Grant",
    "GrantPromotionalCredit",
    "HourlyCost",
    "Installation",
    "Invitation",
    "InvitationPage",
    "InvitationState",
    "IsolationModel",
    "JoinByInvitation",
    "JoinLine",
    "JoinToken",
    "JoinTokenBatch",
    "KeyKind",
    "LaunchDecision",
    "LeasedGpu",
    "LedgerTransfer",
    "LedgerTransferPage",
    "LedgerVerification",
    "LiftAppSuspension",
    "LockedParameter",
    "LogStream",
    "LogStreamState",
    "Mail",
    "MailPage",
    "ManifestChange",
    "ManifestFinding",
    "Me",
    "Measure",
    "MeasurePage",
    "MeasurePrice",
    "MeasurePricePage",
    "MeasureUnit",
    "Member",
    "MemberPage",
    "MintToken",
    "MintedToken",
    "Money",
    "MoneyOverview",
    "NewAccessToken",
    "NewGateway",
    "NewServiceAccountKey",
    "NewUsageRecord",
    "Node",
    "NodeCertificate",
    "NodeCertificatePage",
    "NodeCertificateState",
    "NodeCheck",
    "NodeCheckState",
    "NodeChecks",
    "NodeGpu",
    "NodeHealth",
    "NodeLogSource",
    "NodePage",
    "NodePoint",
    "NodeReason",
    "NodeRunning",
    "NodeState",
    "NodeStateCount",
    "NodeTask",
    "NodeTaskDetail",
    "NodeTaskEvent",
    "NodeTaskPage",
    "NodeTaskState",
    "NodeTelemetry",
    "NodeTopology",
    "NodeVerdict",
    "NodeZone",
    "Notification",
    "NotificationKind",
    "NotificationPage",
    "NotificationPreference",
    "NotificationPreferences",
    "Offer",
    "OfferList",
    "OperatorEvent",
    "Overview",
    "Payment",
    "PaymentPage",
    "PaymentState",
    "PlacementExplanation",
    "PlacementStrategy",
    "PlannedArtifact",
    "PlatformKey",
    "PlatformKeyPage",
    "PlatformRole",
    "Policy",
    "PolicyList",
    "PolicyScope",
    "PolicySource",
    "PolicyType",
    "Price",
    "PricePage",
    "PrincipalKind",
    "Problem",
    "Project",
    "ProjectEntitlement",
    "ProjectPage",
    "ProjectRole",
    "PromotionalCredit",
    "PublishAppVersion",
    "PublishIntent",
    "PublishIntentPage",
    "PublishIntentState",
    "PublishedArtifacts",
    "Publisher",
    "PublisherKey",
    "PublisherKeyKind",
    "PublisherKeyPage",
    "PublisherKeyState",
    "PublisherPage",
    "PushedArtifact",
    "QueueOverview",
    "Reconciliation",
    "ReconciliationPage",
    "Recording",
    "RecordingPage",
    "RecordingSegment",
    "RecordingSegmentPage",
    "RefundPayment",
    "RejectedSignature",
    "ReleaseSignature",
    "RenameSshKey",
    "ReportUsage",
    "RequestApp",
    "Reservation",
    "ReservationPage",
    "ReservationState",
    "RetireSku",
    "ReviewAppVersion",
    "ReviewPoint",
    "RevokeAccess",
    "RevokePublisherKey",
    "RevokedAccess",
    "Rollout",
    "RolloutCounts",
    "RolloutFailurePolicy",
    "RolloutNode",
    "RolloutNodePage",
    "RolloutNodeState",
    "RolloutPage",
    "RolloutState",
    "RotateTaskSigningKey",
    "ServiceAccount",
    "ServiceAccountKey",
    "ServiceAccountPage",
    "SetAllocationDefaults",
    "SetAutoTopUp",
    "SetBudget",
    "SetNodeZone",
    "SetNotificationPreference",
    "SetPlatformRoles",
    "SetPolicy",
    "SetProjectEntitlement",
    "SetProjectMember",
    "SetSkuVisibility",
    "SetSlotMode",
    "SetTenantEntitlement",
    "SetTenantMember",
    "ShortTenant",
    "SignatureEvidence",
    "Sku",
    "SkuPage",
    "SkuUnit",
    "Slot",
    "SlotLease",
    "SlotMode",
    "SlotPage",
    "SlotState",
    "SshConnectionAccess",
    "SshKey",
    "SshKeyPage",
    "StartCommand",
    "StartFileTransfer",
    "Statement",
    "StatementFormat",
    "StatementPage",
    "SuspendApps",
    "SuspendTenant",
    "TaskSigningKey",
    "Tenant",
    "TenantBalance",
    "TenantBalances",
    "TenantEntitlement",
    "TenantEntitlementPage",
    "TenantLeftOut",
    "TenantPage",
    "TenantRole",
    "TenantState",
    "Terminal",
    "TerminalAccess",
    "TerminalPage",
    "TerminalState",
    "Trace",
    "TraceEntry",
    "TraceKind",
    "TransferCharge",
    "TroubledNode",
    "UnreadCount",
    "UpdateAllocation",
    "UpdateApp",
    "UpdateProject",
    "UpdateServiceAccount",
    "UpdateSku",
    "UpdateTenant",
    "UploadAgentReleasePart",
    "UsageOutcome",
    "UsageRecord",
    "UsageRecordPage",
    "UsageReport",
    "User",
    "UserPage",
    "UserPassword",
    "UserState",
    "Violation",
    "WaitingEvents",
    "WaitingForSku",
]
