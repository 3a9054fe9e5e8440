# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
"""What the API takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Dict, List
from uuid import UUID


@dataclass(frozen=True, kw_only=True)
class AccessToken:
    id: UUID
    name: str
    #: The permissions it may use, at most those a project administrator has.
    scopes: List[str] | None = None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AccessTokenPage:
    items: List[AccessToken]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AddMeasurePrice:
    price: Money
    #: Of how many of the measure's own unit this is the price, as 1000000.
    per: int | None = None
    tenant_id: UUID | None = None
    #: From now on when left out; never in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AddPrice:
    gpu_hour: Money
    #: From now on when left out; never in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AddSshKey:
    #: Without control or invisible characters.
    name: str
    #: The one line of a `.pub` file: type, key, and a comment if you like. No options such as `command=`.
    public_key: str


@dataclass(frozen=True, kw_only=True)
class AddTenantPrice:
    sku: str
    gpu_hour: Money
    #: From now on when left out; never in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    id: UUID
    tenant_id: UUID
    kind: str
    amount: Money
    reason: str
    #: pending, booked or rejected.
    state: str
    requested_by: str
    requested_at: datetime
    statement_id: UUID | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None


class AdjustmentKind(str, Enum):
    """Give credit, take credit, give up what is owed, or give back a part of a statement."""

    CREDIT = 'credit'
    DEBIT = 'debit'
    WRITE_OFF = 'write_off'
    CREDIT_NOTE = 'credit_note'


@dataclass(frozen=True, kw_only=True)
class AdjustmentPage:
    items: List[Adjustment]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AgentRelease:
    id: UUID
    version: str
    digest: str
    size_bytes: int
    #: Nodes refuse it from then on.
    expires_at: datetime
    state: AgentReleaseState
    parts: int
    parts_received: int
    part_bytes: int
    signed_by: List[str]
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class AgentReleasePage:
    items: List[AgentRelease]
    next_cursor: str | None = None


class AgentReleaseState(str, Enum):
    INCOMPLETE = 'incomplete'
    COMPLETE = 'complete'


@dataclass(frozen=True, kw_only=True)
class Allocation:
    id: UUID
    tenant_id: UUID
    project_id: UUID
    name: str
    labels: Dict[str, str]
    sku: str
    count: int
    image: str | None = None
    state: AllocationState
    state_since: datetime
    phase: AllocationPhase | None = None
    phase_since: datetime | None = None
    #: How often the phase was begun.
    attempt: int | None = None
    #: The phase takes longer than it may.
    stuck_since: datetime | None = None
    version: int
    protected: bool
    created_at: datetime
    created_by: str
    active_at: datetime | None = None
    ended_at: datetime | None = None
    max_duration_seconds: int | None = None
    #: When it is released by itself.
    expires_at: datetime | None = None
    degraded: AllocationDegraded | None = None
    #: Its GPUs have done nothing since.
    idle_since: datetime | None = None
    failure: AllocationFailure | None = None
    #: Its holder can cause what keeps the release from finishing, and pays since then until it has.
    release_charged_since: datetime | None = None
    queue: AllocationQueuePlace | None = None
    access: AllocationAccess | None = None
    lease: AllocationLease | None = None
    hourly_cost: HourlyCost | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationAccess:
    username: str
    host: str
    port: int
    #: How to sign in with a registered SSH key.
    command: str
    host_keys: List[str] | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationBatch:
    items: List[Allocation]


@dataclass(frozen=True, kw_only=True)
class AllocationDegraded:
    since: datetime
    reason: str
    #: False: a tenant reported it, and it is charged until an operator confirms it.
    confirmed: bool | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEstimate:
    sku: str
    count: int
    hourly_cost: HourlyCost | None = None
    #: Whether it could be had now.
    available: bool
    #: Why not.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEvent:
    allocation_id: UUID
    #: Dense: 1, 2, 3, … for each allocation.
    sequence: int
    at: datetime
    #: What happened: moved, progressed, degraded, recovered, renamed, protected, unprotected, extended, expiring, idle, stuck, fault_confirmed, fault_dismissed, release_charged, release_not_charged.
    kind: str
    state: AllocationState
    phase: AllocationPhase | None = None
    code: str | None = None
    message: str | None = None
    #: Who caused it.
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEventPage:
    items: List[AllocationEvent]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationFailure:
    code: str
    #: A sentence for its user.
    message: str


@dataclass(frozen=True, kw_only=True)
class AllocationLease:
    node_id: UUID
    gpus: List[LeasedGpu]
    taken_at: datetime


@dataclass(frozen=True, kw_only=True)
class AllocationPage:
    items: List[Allocation]
    next_cursor: str | None = None


class AllocationPhase(str, Enum):
    PLACING = 'placing'
    PREPARING_HOST = 'preparing_host'
    GRANTING_ACCESS = 'granting_access'
    VERIFYING = 'verifying'
    REVOKING_ACCESS = 'revoking_access'
    CLEANING_HOST = 'cleaning_host'
    VERIFYING_CLEAN = 'verifying_clean'


@dataclass(frozen=True, kw_only=True)
class AllocationQueuePlace:
    #: 1 is next. Projects that hold less come first.
    position: int
    since: datetime
    #: Why it could not be placed when last tried.
    reason: str | None = None


class AllocationState(str, Enum):
    """`queued` waits for capacity; `requested` holds it; `provisioning` is being made ready; `active` is proven and paid for; `releasing` is being given back; `released`, `failed` and `release_failed` are ends, the last until somebody acts."""

    QUEUED = 'queued'
    REQUESTED = 'requested'
    PROVISIONING = 'provisioning'
    ACTIVE = 'active'
    RELEASING = 'releasing'
    RELEASED = 'released'
    FAILED = 'failed'
    RELEASE_FAILED = 'release_failed'


@dataclass(frozen=True, kw_only=True)
class AllocationStateCount:
    state: AllocationState
    count: int


@dataclass(frozen=True, kw_only=True)
class AllocationTelemetry:
    step_seconds: int
    gpus: List[GpuSeries]


@dataclass(frozen=True, kw_only=True)
class AnswerInvitation:
    #: From the link in the mail.
    token: str


@dataclass(frozen=True, kw_only=True)
class AuditArchive:
    #: Year and month in UTC: 2026-01.
    month: str
    rows: int
    #: The size of the download.
    bytes: int
    #: The digest of the download.
    sha256: str
    first_seal: int
    #: The last seal that covers no row of a later month. The chain in the database begins after it.
    last_seal: int
    last_seal_hmac: str
    exported_at: datetime
    #: When the month left the database.
    dropped_at: datetime


@dataclass(frozen=True, kw_only=True)
class AuditArchivePage:
    items: List[AuditArchive]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AuditArchiveVerification:
    month: str
    intact: bool
    explanation: str | None = None


@dataclass(frozen=True, kw_only=True)
class AuditEvent:
    id: int
    occurred_at: datetime
    actor_id: str
    #: What the actor is called now, when it belongs to the tenant whose trail this is; for who runs the platform, whoever it is. Not in exports.
    actor_name: str | None = None
    actor_kind: str
    tenant_id: UUID | None = None
    project_id: UUID | None = None
    action: str
    target: str | None = None
    outcome: AuditOutcome
    error_code: str | None = None
    correlation_id: str
    source_address: str | None = None
    detail: Dict[str, str] | None = None
    #: Whether the row is already part of the hash chain.
    sealed: bool


@dataclass(frozen=True, kw_only=True)
class AuditEventPage:
    items: List[AuditEvent]
    next_cursor: str | None = None


class AuditOutcome(str, Enum):
    SUCCEEDED = 'succeeded'
    REFUSED = 'refused'
    FAILED = 'failed'


@dataclass(frozen=True, kw_only=True)
class AuditVerification:
    intact: bool
    seals_checked: int
    rows_checked: int
    rows_unsealed: int
    #: The first audit event that does not fit its seal.
    first_bad_row: int | None = None
    explanation: str | None = None
    #: Months that were moved to the object store. Their rows are not read here; the chain begins after them.
    archived_months: List[str] | None = None
    #: How many rows the archived months have.
    archived_rows: int | None = None
    #: How many anchors outside of the database were compared.
    anchors_checked: int | None = None


@dataclass(frozen=True, kw_only=True)
class AutoTopUp:
    enabled: bool
    threshold: Money | None = None
    amount: Money | None = None
    #: The saved method of payment, as visa 4242.
    method: str | None = None
    #: Attempts that failed in a row.
    failures: int
    retry_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AvailableCapacity:
    region: str
    zone: str
    count: int
    allocations: int


class BalanceLevel(str, Enum):
    """How the credit stands to what is used: `low` was warned about, `release_pending` has a deadline, `depleted` runs on grace, `released` lost its allocations."""

    SUFFICIENT = 'sufficient'
    LOW = 'low'
    RELEASE_PENDING = 'release_pending'
    DEPLETED = 'depleted'
    RELEASED = 'released'


class Blame(str, Enum):
    USER = 'user'
    OPERATOR = 'operator'
    PROVIDER = 'provider'
    BUG = 'bug'


@dataclass(frozen=True, kw_only=True)
class Budget:
    project_id: UUID
    monthly: Money
    action: str
    month: str
    spent_nanos: int
    #: The highest step people were told of in this month.
    alerted_percent: int


class BudgetAction(str, Enum):
    """At 100 percent tell people only, refuse new allocations, or also release running ones."""

    ALERT = 'alert'
    REFUSE = 'refuse'
    RELEASE = 'release'


@dataclass(frozen=True, kw_only=True)
class BudgetPage:
    items: List[Budget]
    next_cursor: str | None = None


class CapacityShape(str, Enum):
    BARE_METAL = 'bare_metal'
    GPU_SLICE = 'gpu_slice'
    MIG = 'mig'


@dataclass(frozen=True, kw_only=True)
class ChangePassword:
    current_password: str
    new_password: str


@dataclass(frozen=True, kw_only=True)
class CollectNodeLogs:
    sources: List[NodeLogSource]
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Commitment:
    id: UUID
    sku: str
    gpus: int
    discount_percent: int
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class CommitmentPage:
    items: List[Commitment]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class ConfirmAllocationFault:
    reason: str
    #: Not charged since then; not before the report, which is the default.
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ConsumerBacklog:
    consumer: str
    waiting: WaitingEvents


class CostGroup(str, Enum):
    DAY = 'day'
    PROJECT = 'project'
    SKU = 'sku'
    ALLOCATION = 'allocation'
    USER = 'user'
    LABEL = 'label'
    APP = 'app'


@dataclass(frozen=True, kw_only=True)
class CostLine:
    group: str
    gpu_seconds: int
    currency: str
    amount_nanos: int


@dataclass(frozen=True, kw_only=True)
class CostReport:
    starts_at: datetime
    ends_at: datetime
    items: List[CostLine]
    #: There are more lines than the 1000 shown. Ask for less time or filter.
    truncated: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAccessToken:
    name: str
    #: The permissions it may use, at most those a project administrator has.
    scopes: List[str] | None = None
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class CreateAdjustment:
    kind: AdjustmentKind
    amount: Money
    reason: str
    statement_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAgentRelease:
    #: Base64 of the bytes that were signed.
    manifest: str
    signatures: List[ReleaseSignature]


@dataclass(frozen=True, kw_only=True)
class CreateAllocation:
    sku: str
    #: How many units of the SKU.
    count: int
    name: str | None = None
    #: At most 20. A key has 1 to 63 of a-z 0-9 . _ / - and begins with a letter or digit; a value has up to 63 of A-Z a-z 0-9 . _ -
    labels: Dict[str, str] | None = None
    image: str | None = None
    #: It is released so long after it became active.
    max_duration_seconds: int | None = None
    #: Wait when everything is taken.
    queue: bool | None = None
    #: It cannot be released before somebody unprotects it.
    protected: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAllocationBatch:
    members: List[CreateAllocation]


@dataclass(frozen=True, kw_only=True)
class CreateCommitment:
    sku: str
    gpus: int
    discount_percent: int
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class CreateGateway:
    name: str
    #: Under which nodes reach it; its certificate names them.
    host_names: List[str]


@dataclass(frozen=True, kw_only=True)
class CreateInvitation:
    """Into the tenant with a tenant role, or into one of its projects with a project role."""

    email: str
    tenant_role: TenantRole | None = None
    project_id: UUID | None = None
    project_role: ProjectRole | None = None


@dataclass(frozen=True, kw_only=True)
class CreateJoinTokens:
    count: int
    #: A day when left out.
    lifetime_seconds: int | None = None
    node_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class CreateLogStream:
    source: NodeLogSource
    #: So many of the last lines first.
    tail_lines: int | None = None
    #: And then what is written from now on.
    follow: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateMeasure:
    name: str
    title: str
    unit: str
    #: Other units apps may report in.
    units: List[MeasureUnit] | None = None
    quantity_max: str


@dataclass(frozen=True, kw_only=True)
class CreateNode:
    name: str


@dataclass(frozen=True, kw_only=True)
class CreatePayment:
    amount: Money
    #: Keep the method of payment for auto top-up.
    save_method: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateProject:
    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class CreateReservation:
    sku: str
    count: int
    name: str | None = None
    #: At most a year ahead.
    starts_at: datetime
    #: At most 90 days after the start.
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class CreateRollout:
    release_id: UUID
    #: The nodes to update; without it every node that is not retired.
    node_ids: List[UUID] | None = None
    #: Go first; they are among the nodes to update.
    canary_node_ids: List[UUID] | None = None
    #: How many go first when they are not named.
    canary_count: int | None = None
    #: How many of the others go at a time.
    wave_percent: int | None = None
    #: How long a wave must stay healthy before the next.
    bake_seconds: int | None = None
    #: More failed nodes than this stop the rollout.
    failures_max: int | None = None
    on_failure: RolloutFailurePolicy | None = None


@dataclass(frozen=True, kw_only=True)
class CreateServiceAccount:
    name: str
    #: The permissions it may use, at most those a project administrator has.
    scopes: List[str]


@dataclass(frozen=True, kw_only=True)
class CreateServiceAccountKey:
    kind: KeyKind
    #: For kind public_key: an EC (P-256, P-384) or RSA (2048 to 8192 bits) public key in PEM form.
    public_key: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class CreateSku:
    name: str
    title: str
    shape: CapacityShape
    #: As slots are listed with.
    gpu_model: str
    #: With the shape mig, as 1g.10gb.
    mig_profile: str | None = None
    #: In how many units it is sold. Hosts and MIG instances are sold one at a time.
    counts: List[int]
    #: With the shape bare_metal, how many GPUs its hosts have.
    gpus_per_unit: int | None = None
    unit: SkuUnit
    #: Only there; anywhere when left out.
    region: str | None = None
    #: Only there in the region.
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    #: Only these tenants see it; everybody when left out.
    tenant_ids: List[UUID] | None = None


@dataclass(frozen=True, kw_only=True)
class CreateTenant:
    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class CreateUser:
    username: str
    display_name: str
    #: Vouched for by who creates the user.
    email: str | None = None


@dataclass(frozen=True, kw_only=True)
class CurrencyOverview:
    currency: str
    #: Charged for use since midnight, UTC; at most a minute old.
    today_nanos: int
    #: Charged and not earned yet. This month and what was not closed before it.
    open_nanos: int
    #: What everything that runs costs an hour at the prices in effect.
    burn_nanos_per_hour: int
    #: On its way from or to payment providers.
    clearing_nanos: int
    #: What tenants owe.
    owed_nanos: int


@dataclass(frozen=True, kw_only=True)
class DeadLetter:
    id: UUID
    #: `publish`, or the name of the consumer that failed.
    stage: str
    event_id: UUID
    event_type: str
    aggregate_type: str
    aggregate_id: str
    sequence: int
    state: DeadLetterState
    attempts: int
    error: str
    dead_since: datetime
    #: Absent when only an operator can move it.
    next_attempt_at: datetime | None = None
    correlation_id: str
    #: The whole envelope as JSON text; only when a single dead letter is asked for.
    payload: str | None = None


@dataclass(frozen=True, kw_only=True)
class DeadLetterPage:
    items: List[DeadLetter]
    next_cursor: str | None = None


class DeadLetterState(str, Enum):
    """`retrying` is tried again by itself, `waiting` stands behind an earlier event of its aggregate, `exhausted` needs an operator, `discarded` is a tombstone on its way."""

    RETRYING = 'retrying'
    WAITING = 'waiting'
    EXHAUSTED = 'exhausted'
    DISCARDED = 'discarded'


@dataclass(frozen=True, kw_only=True)
class DisableUser:
    reason: str


@dataclass(frozen=True, kw_only=True)
class DiscardDeadLetter:
    reason: str


@dataclass(frozen=True, kw_only=True)
class DismissAllocationFault:
    reason: str


@dataclass(frozen=True, kw_only=True)
class Dispute:
    #: The provider's name for it.
    id: str
    payment_id: UUID
    amount: Money
    #: inquiry, open, won or lost.
    state: str
    opened_at: datetime
    closed_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class DisputePage:
    items: List[Dispute]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class DrainNode:
    reason: str
    #: By when it should be empty; an hour from now when left out.
    deadline: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ErrorCatalogue:
    items: List[ErrorDescription]


@dataclass(frozen=True, kw_only=True)
class ErrorDescription:
    code: str
    status: int
    blame: Blame
    title: str
    explanation: str


@dataclass(frozen=True, kw_only=True)
class EventBacklog:
    outbox: WaitingEvents
    #: False when the bus did not answer; then nothing is known of consumers.
    bus_reachable: bool
    consumers: List[ConsumerBacklog]


@dataclass(frozen=True, kw_only=True)
class EventsOverview:
    backlog: EventBacklog
    #: Events that are stuck, with those that wait behind them; 10,000 at most.
    dead_letters: int
    #: Those of them that are not tried again by themselves.
    exhausted: int


class ExportFormat(str, Enum):
    JSONL = 'jsonl'
    CSV = 'csv'


@dataclass(frozen=True, kw_only=True)
class ExtendAllocation:
    #: By how much the end moves.
    seconds: int


@dataclass(frozen=True, kw_only=True)
class FileTransfer:
    id: UUID
    allocation_id: UUID
    direction: FileTransferDirection
    path: str
    state: FileTransferState
    started_by: UUID
    started_at: datetime
    #: Absent while the node has not said how it ended.
    ended_at: datetime | None = None
    #: As announced, then as the node counted.
    bytes: int | None = None
    #: As announced, then as the node computed it.
    sha256: str | None = None
    #: Why it failed.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class FileTransferAccess:
    transfer: FileTransfer
    #: The WebSocket to connect to.
    url: str
    #: What a client that is no browser sends as Origin.
    origin: str
    #: The token. Shown this once; absent when the answer is repeated.
    secret: str | None = None
    #: The token works until then.
    expires_at: datetime
    #: Larger files are refused.
    bytes_max: int


class FileTransferDirection(str, Enum):
    UPLOAD = 'upload'
    DOWNLOAD = 'download'


@dataclass(frozen=True, kw_only=True)
class FileTransferPage:
    items: List[FileTransfer]
    #: Absent on the last page.
    next_cursor: str | None = None


class FileTransferState(str, Enum):
    STARTED = 'started'
    DONE = 'done'
    FAILED = 'failed'


@dataclass(frozen=True, kw_only=True)
class FleetOverview:
    #: How many nodes are in which state; retired ones are left out.
    nodes: List[NodeStateCount]
    #: By model, the most frequent first; 50 at most.
    gpus: List[GpuModelCount]
    #: Nodes that are unreachable or quarantined, tell of a fault, or have a GPU out of service.
    troubled: int
    #: Those of them that are in trouble the longest; 5 at most.
    troubled_nodes: List[TroubledNode]


@dataclass(frozen=True, kw_only=True)
class ForceReleaseAllocation:
    reason: str


@dataclass(frozen=True, kw_only=True)
class Gateway:
    id: UUID
    name: str
    host_names: List[str]
    state: GatewayState
    #: How many it carries.
    streams: int
    public_url: str | None = None
    heard_at: datetime | None = None
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class GatewayPage:
    items: List[Gateway]
    next_cursor: str | None = None


class GatewayState(str, Enum):
    WAITING = 'waiting'
    CONNECTED = 'connected'
    SILENT = 'silent'
    REVOKED = 'revoked'


@dataclass(frozen=True, kw_only=True)
class GpuModelCount:
    """Each GPU is counted once."""

    model: str
    #: Somebody holds it, or a part of it.
    taken: int
    #: Can be had at once.
    free: int
    #: In service and free on a node that gets nothing new.
    closed: int
    out_of_service: int


@dataclass(frozen=True, kw_only=True)
class GpuPoint:
    at: datetime
    utilization_percent: float | None = None
    memory_used_bytes: float | None = None
    temperature_celsius: float | None = None
    power_watts: float | None = None


@dataclass(frozen=True, kw_only=True)
class GpuSeries:
    uuid: str
    points: List[GpuPoint]


class GpuState(str, Enum):
    IN_SERVICE = 'in_service'
    MISSING = 'missing'
    FAULTY = 'faulty'


@dataclass(frozen=True, kw_only=True)
class Grant:
    role: str
    tenant_id: UUID | None = None
    project_id: UUID | None = None
    permissions: List[str]


@dataclass(frozen=True, kw_only=True)
class GrantPromotionalCredit:
    amount: Money
    expires_at: datetime
    reason: str


@dataclass(frozen=True, kw_only=True)
class HourlyCost:
    currency: str
    #: For the whole allocation, as a decimal number.
    amount: str


@dataclass(frozen=True, kw_only=True)
class Invitation:
    id: UUID
    tenant_id: UUID
    project_id: UUID | None = None
    email: str
    role: str
    state: InvitationState
    created_at: datetime
    expires_at: datetime
    invited_by: UUID | None = None
    #: When the last letter was written. An address gets one letter an hour: when an invitation is repeated sooner, it is renewed without a letter and the link in the earlier one stays valid.
    letter_sent_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class InvitationPage:
    items: List[Invitation]
    next_cursor: str | None = None


class InvitationState(str, Enum):
    OPEN = 'open'
    ACCEPTED = 'accepted'
    DECLINED = 'declined'
    REVOKED = 'revoked'
    EXPIRED = 'expired'


class IsolationModel(str, Enum):
    USER_REVOKE = 'user_revoke'
    FULL_REIMAGE = 'full_reimage'


@dataclass(frozen=True, kw_only=True)
class JoinByInvitation:
    #: From the link in the mail.
    token: str
    #: The mail address when left out.
    username: str | None = None
    display_name: str
    password: str


@dataclass(frozen=True, kw_only=True)
class JoinToken:
    id: UUID
    #: Give it to the host's agent. Left out when the answer is repeated.
    secret: str | None = None
    expires_at: datetime
    node_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class JoinTokenBatch:
    tokens: List[JoinToken]


class KeyKind(str, Enum):
    SECRET = 'secret'
    PUBLIC_KEY = 'public_key'


@dataclass(frozen=True, kw_only=True)
class LeasedGpu:
    gpu_uuid: str
    pci_address: str
    numa_node: int


@dataclass(frozen=True, kw_only=True)
class LedgerTransfer:
    id: int
    kind: str
    #: The allocation or the booking.
    subject: UUID
    #: The kind of account it was taken from.
    debit: str
    #: The kind of account it was given to.
    credit: str
    amount: Money
    booked_at: datetime
    effective_at: datetime
    #: The transfer this one takes back.
    reverses: int | None = None


@dataclass(frozen=True, kw_only=True)
class LedgerTransferPage:
    items: List[LedgerTransfer]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class LedgerVerification:
    intact: bool
    seals: int
    sealed_transfers: int
    unsealed_transfers: int
    #: Accounts whose balance is not what their transfers come to; the first hundred.
    accounts_off: List[int]
    explanation: str | None = None


@dataclass(frozen=True, kw_only=True)
class LogStream:
    id: UUID
    node_id: UUID
    source: NodeLogSource
    state: LogStreamState
    #: The WebSocket to connect to.
    url: str
    #: What a client that is no browser sends as Origin.
    origin: str
    #: The token. Shown this once; absent when the answer is repeated.
    secret: str | None = None
    #: The token works until then.
    expires_at: datetime
    #: The stream ends then at the latest.
    ends_at: datetime


class LogStreamState(str, Enum):
    WAITING = 'waiting'
    READING = 'reading'
    ENDED = 'ended'


@dataclass(frozen=True, kw_only=True)
class Mail:
    id: int
    to: str
    subject: str
    body: str
    written_at: datetime
    #: local, pending, sent or dead.
    state: str | None = None
    #: Why it could not be delivered.
    last_error: str | None = None


@dataclass(frozen=True, kw_only=True)
class MailPage:
    items: List[Mail]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class Me:
    principal_id: str
    kind: PrincipalKind
    display_name: str
    #: The roles the caller holds, where, and what they permit.
    grants: List[Grant]


@dataclass(frozen=True, kw_only=True)
class Measure:
    name: str
    title: str
    #: What quantities are kept, priced and shown in.
    unit: str
    units: List[MeasureUnit]
    #: What one record can have at most, in the measure's own unit.
    quantity_max: str
    price: MeasurePrice | None = None


@dataclass(frozen=True, kw_only=True)
class MeasurePage:
    items: List[Measure]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class MeasurePrice:
    id: UUID
    measure: str
    price: Money
    per: int
    tenant_id: UUID | None = None
    effective_from: datetime


@dataclass(frozen=True, kw_only=True)
class MeasurePricePage:
    items: List[MeasurePrice]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class MeasureUnit:
    """A unit apps may report in, and how many of the measure's own unit one of it is."""

    name: str
    #: Exact and above zero, as 1000 or 0.001.
    factor: str


@dataclass(frozen=True, kw_only=True)
class Member:
    principal_id: UUID
    kind: PrincipalKind
    display_name: str
    role: str


@dataclass(frozen=True, kw_only=True)
class MemberPage:
    items: List[Member]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class MintToken:
    """A secret, or an assertion signed with the private key (private_key_jwt, RFC 7523)."""

    key_id: UUID
    secret: str | None = None
    client_assertion: str | None = None


@dataclass(frozen=True, kw_only=True)
class MintedToken:
    access_token: str
    token_type: str
    #: Seconds.
    expires_in: int


@dataclass(frozen=True, kw_only=True)
class Money:
    """An amount in billionths of the currency's unit; 2490000000 is 2.49."""

    nanos: int
    currency: str


@dataclass(frozen=True, kw_only=True)
class MoneyOverview:
    currencies: List[CurrencyOverview]
    #: Tenants whose credit is running low or is gone.
    short_of_credit: int
    #: Those of them that lose their machines first; 5 at most.
    short_tenants: List[ShortTenant]
    #: Corrections that wait for somebody to approve them.
    pending_adjustments: int
    #: Whether all accounts of each currency come to zero.
    in_balance: bool
    #: How far use is charged; absent when nothing runs.
    charged_until: datetime | None = None
    #: Tenants whose use cannot be charged, or whose month cannot be closed; 10 of each at most. They are tried again by themselves.
    left_out: List[TenantLeftOut] | None = None


@dataclass(frozen=True, kw_only=True)
class NewAccessToken:
    token: AccessToken
    #: Shown this once; absent when the answer is repeated.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewGateway:
    gateway: Gateway
    #: Give it to the gateway. Shown this once; absent when the answer is repeated.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewServiceAccountKey:
    key: ServiceAccountKey
    #: Shown this once; absent for kind public_key, and when the answer is repeated.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewUsageRecord:
    #: Chosen by the producer; never used for something else.
    record_id: str
    #: Whose use it is.
    app_instance: str
    measure: str
    #: A decimal above zero, as 12.5. Text, so that nothing rounds it.
    quantity: str
    unit: str
    starts_at: datetime
    #: At most a day after the start, in the same month (UTC).
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class Node:
    id: UUID
    name: str
    state: NodeState
    state_reason: str | None = None
    state_since: datetime
    version: int
    hostname: str | None = None
    topology_version: int
    drain_deadline: datetime | None = None
    #: How much of tenants still ran when it was last counted.
    drain_remaining: int | None = None
    created_at: datetime
    health: NodeHealth | None = None
    gpus: List[NodeGpu]
    #: What runs there by its own account, checked after silence.
    running: List[NodeRunning]


@dataclass(frozen=True, kw_only=True)
class NodeCertificate:
    #: As the certificate has it, in hexadecimal.
    serial: str
    state: NodeCertificateState
    issued_at: datetime
    expires_at: datetime
    #: When it came into its state.
    changed_at: datetime


@dataclass(frozen=True, kw_only=True)
class NodeCertificatePage:
    items: List[NodeCertificate]
    next_cursor: str | None = None


class NodeCertificateState(str, Enum):
    """Next: issued, and current as soon as the host uses it. Dropped: replaced by a newer one. Revoked: refused, because an operator said so or the node is retired."""

    CURRENT = 'current'
    NEXT = 'next'
    DROPPED = 'dropped'
    REVOKED = 'revoked'


@dataclass(frozen=True, kw_only=True)
class NodeGpu:
    uuid: str
    pci_address: str
    model: str | None = None
    memory_bytes: int | None = None
    state: GpuState
    state_reason: str | None = None
    state_since: datetime
    #: What only a tenant says is wrong with it. It stays in service until that is confirmed.
    reported_fault: str | None = None
    reported_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class NodeHealth:
    heard_at: datetime
    boot_id: str | None = None
    agent_version: str | None = None
    #: How far the host's clock is ahead of ours.
    clock_skew_milliseconds: int | None = None
    #: More than five minutes.
    clock_skewed: bool
    load1: float | None = None
    memory_total_bytes: int | None = None
    memory_used_bytes: int | None = None
    faults: List[str]


class NodeLogSource(str, Enum):
    AGENT = 'agent'
    KERNEL = 'kernel'
    LIBVIRT = 'libvirt'
    CONTAINERS = 'containers'
    NVIDIA = 'nvidia'


@dataclass(frozen=True, kw_only=True)
class NodePage:
    items: List[Node]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class NodePoint:
    at: datetime
    load1: float | None = None
    memory_used_bytes: float | None = None


@dataclass(frozen=True, kw_only=True)
class NodeReason:
    reason: str


@dataclass(frozen=True, kw_only=True)
class NodeRunning:
    kind: str
    id: str
    #: It ran before and was not there when the node was checked.
    missing: bool
    checked_at: datetime


class NodeState(str, Enum):
    ENROLLING = 'enrolling'
    READY = 'ready'
    CORDONED = 'cordoned'
    DRAINING = 'draining'
    DRAINED = 'drained'
    UNREACHABLE = 'unreachable'
    QUARANTINED = 'quarantined'
    RETIRED = 'retired'


@dataclass(frozen=True, kw_only=True)
class NodeStateCount:
    state: NodeState
    count: int


@dataclass(frozen=True, kw_only=True)
class NodeTask:
    id: UUID
    node_id: UUID
    type: str
    state: NodeTaskState
    attempt: int
    attempts_max: int
    phase: str | None = None
    #: Why the last attempt ended as it did.
    code: str | None = None
    message: str | None = None
    cancel_requested: bool
    created_at: datetime
    deadline_at: datetime
    sent_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class NodeTaskDetail:
    task: NodeTask
    #: The output as JSON text.
    output: str | None = None
    #: The last 200 phases and log entries, oldest first.
    events: List[NodeTaskEvent]


@dataclass(frozen=True, kw_only=True)
class NodeTaskEvent:
    attempt: int
    index: int
    at: datetime
    kind: str
    phase: str | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True)
class NodeTaskPage:
    items: List[NodeTask]
    next_cursor: str | None = None


class NodeTaskState(str, Enum):
    QUEUED = 'queued'
    SENT = 'sent'
    RUNNING = 'running'
    SUCCEEDED = 'succeeded'
    FAILED = 'failed'
    CANCELED = 'canceled'
    EXPIRED = 'expired'


@dataclass(frozen=True, kw_only=True)
class NodeTelemetry:
    step_seconds: int
    node: List[NodePoint]
    gpus: List[GpuSeries]


@dataclass(frozen=True, kw_only=True)
class NodeTopology:
    version: int
    digest: str
    reported_at: datetime
    #: The facts as JSON text; contracts/node-topology.json describes them.
    facts: str


@dataclass(frozen=True, kw_only=True)
class NodeVerdict:
    node_id: UUID
    node_name: str
    fits: bool
    verdict: str


@dataclass(frozen=True, kw_only=True)
class NodeZone:
    node_id: UUID
    region: str
    zone: str


@dataclass(frozen=True, kw_only=True)
class Notification:
    id: UUID
    kind: str
    tenant_id: UUID | None = None
    project_id: UUID | None = None
    #: What it tells of: `allocation`, `reservation`, `budget`, `balance`, `statement` or `node`.
    subject_type: str | None = None
    #: Which one: of a budget the project, of a balance the tenant.
    subject_id: str | None = None
    title: str
    body: str
    created_at: datetime
    read_at: datetime | None = None


class NotificationKind(str, Enum):
    LOW_BALANCE = 'low_balance'
    RELEASE_PENDING = 'release_pending'
    BALANCE_DEPLETED = 'balance_depleted'
    PAYMENT_TROUBLE = 'payment_trouble'
    BUDGET = 'budget'
    ALLOCATION_TROUBLE = 'allocation_trouble'
    NODE_TROUBLE = 'node_trouble'
    STATEMENT = 'statement'
    INVITATION = 'invitation'


@dataclass(frozen=True, kw_only=True)
class NotificationPage:
    items: List[Notification]
    unread: int
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotificationPreference:
    kind: str
    console: bool
    mail: bool


@dataclass(frozen=True, kw_only=True)
class NotificationPreferences:
    items: List[NotificationPreference]


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A SKU as a project can buy it."""

    name: str
    title: str
    shape: CapacityShape
    gpu_model: str
    mig_profile: str | None = None
    counts: List[int]
    gpus_per_unit: int
    unit: SkuUnit
    region: str | None = None
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    price: Price | None = None
    #: How many allocations of each count requests without a time limit would be given now, one after the other: none while others wait for the SKU, otherwise as many as leave every reservation of the same GPUs its place. A request with a time limit may get more. What the tenant may hold and pay is not counted.
    available: List[AvailableCapacity]


@dataclass(frozen=True, kw_only=True)
class OfferList:
    items: List[Offer]


@dataclass(frozen=True, kw_only=True)
class OperatorEvent:
    #: The type of the event, as in the contract of events.
    type: str
    #: What changed, as node or allocation.
    subject_type: str
    subject_id: str
    tenant_id: UUID | None = None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Overview:
    at: datetime
    fleet: FleetOverview
    queue: QueueOverview
    money: MoneyOverview
    events: EventsOverview
    #: An address that sends forwarded headers and is not configured as a proxy, so that everybody behind it counts as one; absent when the process that answers saw none.
    unknown_proxy: str | None = None


@dataclass(frozen=True, kw_only=True)
class Payment:
    id: UUID
    amount: Money
    refunded_nanos: int
    provider: str
    state: PaymentState
    requested_at: datetime
    paid_at: datetime | None = None
    #: Where somebody pays.
    checkout_url: str | None = None
    #: Why nothing was paid.
    failure: str | None = None


@dataclass(frozen=True, kw_only=True)
class PaymentPage:
    items: List[Payment]
    next_cursor: str | None = None


class PaymentState(str, Enum):
    PENDING = 'pending'
    PAID = 'paid'
    FAILED = 'failed'


@dataclass(frozen=True, kw_only=True)
class PlacementExplanation:
    fits: bool
    strategy: PlacementStrategy
    node_id: UUID | None = None
    node_name: str | None = None
    gpu_uuids: List[str] | None = None
    #: Why there; or, in one sentence, what its user would be told.
    reasons: List[str]
    #: Of the nodes by name, those that fit first, 500 at most.
    verdicts: List[NodeVerdict]
    nodes_not_shown: int


class PlacementStrategy(str, Enum):
    BEST_FIT = 'best_fit'
    SPREAD = 'spread'
    PACK = 'pack'


class PlatformRole(str, Enum):
    PLATFORM_ADMIN = 'platform_admin'
    OPERATOR = 'operator'
    AUDITOR = 'auditor'
    FINANCE = 'finance'


@dataclass(frozen=True, kw_only=True)
class Policy:
    key: str
    type: PolicyType
    #: The value in force.
    value: str
    source: PolicySource
    default_value: str
    minimum: str | None = None
    maximum: str | None = None
    allowed: List[str] | None = None
    unit: str | None = None
    #: Where the key may be overridden.
    scopes: List[PolicyScope]
    description: str


@dataclass(frozen=True, kw_only=True)
class PolicyList:
    items: List[Policy]


class PolicyScope(str, Enum):
    GLOBAL = 'global'
    TENANT = 'tenant'
    PROJECT = 'project'


class PolicySource(str, Enum):
    DEFAULT = 'default'
    GLOBAL = 'global'
    TENANT = 'tenant'
    PROJECT = 'project'


class PolicyType(str, Enum):
    INTEGER = 'integer'
    DURATION = 'duration'
    BOOLEAN = 'boolean'
    CHOICE = 'choice'


@dataclass(frozen=True, kw_only=True)
class Price:
    id: UUID
    sku: str
    gpu_hour: Money
    effective_from: datetime
    tenant_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class PricePage:
    items: List[Price]
    next_cursor: str | None = None


class PrincipalKind(str, Enum):
    USER = 'user'
    SERVICE_ACCOUNT = 'service_account'


@dataclass(frozen=True, kw_only=True)
class Problem:
    #: Where the code is explained, relative to this server.
    type: str
    title: str
    status: int
    #: What happened this time.
    detail: str | None = None
    instance: str | None = None
    #: Stable, from the catalogue.
    code: str
    blame: Blame
    correlation_id: str
    violations: List[Violation] | None = None


@dataclass(frozen=True, kw_only=True)
class Project:
    id: UUID
    tenant_id: UUID
    slug: str
    name: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class ProjectPage:
    items: List[Project]
    #: Absent on the last page.
    next_cursor: str | None = None


class ProjectRole(str, Enum):
    PROJECT_ADMIN = 'project_admin'
    PROJECT_MEMBER = 'project_member'
    PROJECT_VIEWER = 'project_viewer'


@dataclass(frozen=True, kw_only=True)
class PromotionalCredit:
    id: UUID
    amount: Money
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class QueueOverview:
    #: Who waits, by SKU, the longest wait first; 50 at most.
    waiting: List[WaitingForSku]
    #: How many allocations are in which state; those that have ended are left out.
    allocations: List[AllocationStateCount]
    #: Allocations whose phase takes longer than it may.
    stuck: int
    #: Allocations that do not work at present.
    degraded: int


@dataclass(frozen=True, kw_only=True)
class Reconciliation:
    id: int
    made_at: datetime
    starts_at: datetime
    ends_at: datetime
    currency: str
    #: What the provider moved in that time.
    movements: int
    #: The clearing account.
    ledger_nanos: int
    #: What the provider holds for us.
    provider_nanos: int
    #: Refunds that are booked and that the provider has not made yet.
    in_flight_nanos: int
    #: What is left unexplained; zero is right.
    off_nanos: int
    differences: List[str]
    #: Things to do at the provider that were given up.
    stuck: int


@dataclass(frozen=True, kw_only=True)
class ReconciliationPage:
    items: List[Reconciliation]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class Recording:
    terminal_id: UUID
    allocation_id: UUID
    opened_by: UUID
    #: The name of the user or machine, also after it was removed. Absent when nobody of that id was ever known here.
    opened_by_name: str | None = None
    began_at: datetime
    #: Absent while its end has not arrived.
    ended_at: datetime | None = None
    #: How the terminal ended.
    end_reason: str | None = None
    #: The window at the beginning.
    columns: int
    rows: int
    #: How many segments have arrived.
    segments: int
    #: How many bytes they have.
    bytes: int
    #: How much time they span.
    duration_millis: int
    #: Whether what was typed is recorded too.
    records_input: bool
    #: Whether the terminal would have ended without its recording.
    is_strict: bool
    #: It is deleted then, but not before it ended; from its end this is counted anew.
    delete_after: datetime


@dataclass(frozen=True, kw_only=True)
class RecordingPage:
    items: List[Recording]
    #: Absent on the last page.
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class RecordingSegment:
    number: int
    #: When it begins, since the recording began.
    from_millis: int
    to_millis: int
    #: The offset of its first byte of output.
    from_offset: int
    to_offset: int
    bytes: int
    sha256: str
    #: Whether it carries the digest of the segment before it.
    is_chained: bool
    stored_at: datetime


@dataclass(frozen=True, kw_only=True)
class RecordingSegmentPage:
    items: List[RecordingSegment]
    #: Absent on the last page.
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class RefundPayment:
    amount: Money
    reason: str


@dataclass(frozen=True, kw_only=True)
class ReleaseSignature:
    key_id: str
    #: Base64.
    signature: str


@dataclass(frozen=True, kw_only=True)
class RenameSshKey:
    #: Without control or invisible characters.
    name: str


@dataclass(frozen=True, kw_only=True)
class ReportUsage:
    #: The program that counts; its record ids are its own.
    producer: str
    records: List[NewUsageRecord]


@dataclass(frozen=True, kw_only=True)
class Reservation:
    id: UUID
    project_id: UUID
    sku: str
    count: int
    name: str
    starts_at: datetime
    ends_at: datetime
    state: ReservationState
    message: str | None = None
    allocation_id: UUID | None = None
    created_at: datetime
    created_by: str


@dataclass(frozen=True, kw_only=True)
class ReservationPage:
    items: List[Reservation]
    next_cursor: str | None = None


class ReservationState(str, Enum):
    """`planned` waits for its time; `fulfilled` became an allocation; `missed` could not, and says why."""

    PLANNED = 'planned'
    FULFILLED = 'fulfilled'
    CANCELED = 'canceled'
    MISSED = 'missed'


@dataclass(frozen=True, kw_only=True)
class RetireSku:
    reason: str


@dataclass(frozen=True, kw_only=True)
class RevokeAccess:
    reason: str


@dataclass(frozen=True, kw_only=True)
class RevokedAccess:
    principal_id: UUID
    revoked_before: datetime


@dataclass(frozen=True, kw_only=True)
class Rollout:
    id: UUID
    release_id: UUID
    version: str
    state: RolloutState
    #: Why it is in this state.
    reason: str | None = None
    #: The wave at work; 0 are the canaries.
    wave: int
    waves: int
    bake_seconds: int
    failures_max: int
    on_failure: RolloutFailurePolicy
    nodes: RolloutCounts
    created_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class RolloutCounts:
    waiting: int
    updating: int
    baking: int
    updated: int
    failed: int
    skipped: int
    reverting: int
    reverted: int
    revert_failed: int


class RolloutFailurePolicy(str, Enum):
    PAUSE = 'pause'
    REVERT = 'revert'


@dataclass(frozen=True, kw_only=True)
class RolloutNode:
    node_id: UUID
    wave: int
    state: RolloutNodeState
    since: datetime
    previous_version: str | None = None
    task_id: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class RolloutNodePage:
    items: List[RolloutNode]
    next_cursor: str | None = None


class RolloutNodeState(str, Enum):
    WAITING = 'waiting'
    UPDATING = 'updating'
    BAKING = 'baking'
    UPDATED = 'updated'
    FAILED = 'failed'
    SKIPPED = 'skipped'
    REVERTING = 'reverting'
    REVERTED = 'reverted'
    REVERT_FAILED = 'revert_failed'


@dataclass(frozen=True, kw_only=True)
class RolloutPage:
    items: List[Rollout]
    next_cursor: str | None = None


class RolloutState(str, Enum):
    RUNNING = 'running'
    PAUSED = 'paused'
    REVERTING = 'reverting'
    SUCCEEDED = 'succeeded'
    REVERTED = 'reverted'
    ABORTED = 'aborted'


@dataclass(frozen=True, kw_only=True)
class RotateTaskSigningKey:
    reason: str
    at_once: bool | None = None


@dataclass(frozen=True, kw_only=True)
class ServiceAccount:
    id: UUID
    project_id: UUID
    name: str
    #: The permissions it may use, at most those a project administrator has.
    scopes: List[str]
    disabled: bool
    created_at: datetime
    keys: List[ServiceAccountKey]


@dataclass(frozen=True, kw_only=True)
class ServiceAccountKey:
    id: UUID
    kind: KeyKind
    created_at: datetime
    expires_at: datetime | None = None
    last_used_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ServiceAccountPage:
    items: List[ServiceAccount]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class SetAutoTopUp:
    enabled: bool
    threshold: Money | None = None
    amount: Money | None = None


@dataclass(frozen=True, kw_only=True)
class SetBudget:
    monthly: Money
    action: BudgetAction


@dataclass(frozen=True, kw_only=True)
class SetNodeZone:
    region: str
    zone: str


@dataclass(frozen=True, kw_only=True)
class SetNotificationPreference:
    console: bool
    mail: bool


@dataclass(frozen=True, kw_only=True)
class SetPlatformRoles:
    roles: List[PlatformRole]


@dataclass(frozen=True, kw_only=True)
class SetPolicy:
    #: As text, in the form the key's type takes.
    value: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class SetProjectMember:
    role: ProjectRole


@dataclass(frozen=True, kw_only=True)
class SetSkuVisibility:
    #: Only these tenants see it; everybody when left out.
    tenant_ids: List[UUID] | None = None


@dataclass(frozen=True, kw_only=True)
class SetSlotMode:
    mode: SlotMode


@dataclass(frozen=True, kw_only=True)
class SetTenantMember:
    role: TenantRole


@dataclass(frozen=True, kw_only=True)
class ShortTenant:
    tenant_id: UUID
    currency: str
    level: BalanceLevel
    #: When its allocations are released.
    deadline: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Sku:
    name: str
    title: str
    shape: CapacityShape
    gpu_model: str
    mig_profile: str | None = None
    counts: List[int]
    gpus_per_unit: int
    unit: SkuUnit
    region: str | None = None
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    #: Only these tenants see it; everybody when left out.
    tenant_ids: List[UUID] | None = None
    price: Price | None = None
    retired_at: datetime | None = None
    version: int


@dataclass(frozen=True, kw_only=True)
class SkuPage:
    items: List[Sku]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class SkuUnit:
    """What comes with one unit. A unit is a GPU of a slice, a host, or a MIG instance."""

    vcpus: int
    memory_bytes: int
    nvme_bytes: int


@dataclass(frozen=True, kw_only=True)
class Slot:
    """One GPU of one node, and who holds it."""

    number: int
    node_id: UUID
    node_name: str
    region: str
    zone: str
    gpu_uuid: str
    pci_address: str
    model: str
    #: -1 when not known.
    numa_node: int
    #: The disk that is paired with it.
    nvme: str | None = None
    #: The fabric port that is paired with it.
    nic: str | None = None
    mode: SlotMode
    state: SlotState
    reason: str | None = None
    #: The number of its newest lease.
    fencing_token: int
    leases: List[SlotLease]


@dataclass(frozen=True, kw_only=True)
class SlotLease:
    lease_id: UUID
    allocation_id: UUID
    tenant_id: UUID
    project_id: UUID
    sku: str
    fencing_token: int
    #: The first memory slice of a MIG instance.
    memory_start: int | None = None
    memory_slices: int | None = None
    taken_at: datetime


class SlotMode(str, Enum):
    WHOLE = 'whole'
    MIG = 'mig'


@dataclass(frozen=True, kw_only=True)
class SlotPage:
    items: List[Slot]
    next_cursor: str | None = None


class SlotState(str, Enum):
    IN_SERVICE = 'in_service'
    OUT_OF_SERVICE = 'out_of_service'


@dataclass(frozen=True, kw_only=True)
class SshKey:
    id: UUID
    name: str
    #: As OpenSSH calls it, for example `ssh-ed25519`.
    type: str
    bits: int
    #: As `ssh-keygen -l` prints it: `SHA256:…`.
    fingerprint: str
    #: Empty when the line had none.
    comment: str
    #: Type and key, without the comment.
    public_key: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class SshKeyPage:
    items: List[SshKey]
    #: Absent on the last page.
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class StartFileTransfer:
    direction: FileTransferDirection
    #: Where in the home, for example data/train.csv. Neither absolute nor with dots for the folder above.
    path: str
    #: How large the file is. Needed for an upload.
    bytes: int | None = None
    #: The file's digest. Needed for an upload; the node compares it before the file gets its name.
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class Statement:
    id: UUID
    #: statement or credit_note.
    kind: str
    month: str
    total: Money
    #: The total, rounded once, half up.
    total_cents: int
    closed_at: datetime
    refers_to: UUID | None = None
    reason: str | None = None


class StatementFormat(str, Enum):
    PDF = 'pdf'
    CSV = 'csv'


@dataclass(frozen=True, kw_only=True)
class StatementPage:
    items: List[Statement]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class SuspendTenant:
    reason: str


@dataclass(frozen=True, kw_only=True)
class TaskSigningKey:
    key_id: str
    created_at: datetime
    signs_from: datetime


@dataclass(frozen=True, kw_only=True)
class Tenant:
    id: UUID
    slug: str
    name: str
    state: TenantState
    suspended_reason: str | None = None
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class TenantBalance:
    """Amounts in billionths of the currency's unit."""

    currency: str
    #: Paid and not used. Below zero: used more than was paid.
    credit_nanos: int
    promotional_nanos: int
    #: Set aside for allocations that have begun.
    held_nanos: int
    #: What a new allocation can draw on.
    available_nanos: int
    #: Used and charged.
    accrued_nanos: int
    #: Left over from a time without credit.
    owed_nanos: int
    #: What everything that runs now costs an hour.
    burn_nanos_per_hour: int
    #: How long the credit lasts at this rate; absent when nothing runs.
    seconds_left: int | None = None
    level: BalanceLevel
    #: When allocations are released unless credit is added.
    deadline: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class TenantBalances:
    items: List[TenantBalance]


@dataclass(frozen=True, kw_only=True)
class TenantLeftOut:
    tenant_id: UUID
    since: datetime
    #: How far its use is charged; absent when it is a month that cannot be closed.
    charged_until: datetime | None = None
    #: The month that cannot be closed, as 2026-01.
    month: str | None = None
    #: What the database or the books answered.
    reason: str


@dataclass(frozen=True, kw_only=True)
class TenantPage:
    items: List[Tenant]
    #: Absent on the last page.
    next_cursor: str | None = None


class TenantRole(str, Enum):
    TENANT_OWNER = 'tenant_owner'
    TENANT_ADMIN = 'tenant_admin'
    TENANT_BILLING = 'tenant_billing'


class TenantState(str, Enum):
    ACTIVE = 'active'
    SUSPENDED = 'suspended'


@dataclass(frozen=True, kw_only=True)
class Terminal:
    id: UUID
    allocation_id: UUID
    state: TerminalState
    opened_by: UUID
    #: The name of the user or machine, also after it was removed. Absent when nobody of that id was ever known here.
    opened_by_name: str | None = None
    opened_at: datetime
    #: It ends then at the latest.
    ends_at: datetime
    ended_at: datetime | None = None
    #: Why it ended, in a word: closed, exited, idle, detached, time_is_up, released, agent_ended, host_lost and others. Absent when nobody said so.
    end_reason: str | None = None
    #: What the shell ended with, where it ended by itself.
    exit_code: int | None = None


@dataclass(frozen=True, kw_only=True)
class TerminalAccess:
    terminal: Terminal
    stream_id: UUID
    #: The WebSocket to connect to.
    url: str
    #: What a client that is no browser sends as Origin.
    origin: str
    #: The token. Shown this once; absent when the answer is repeated.
    secret: str | None = None
    #: The token works until then.
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class TerminalPage:
    items: List[Terminal]
    #: Absent on the last page.
    next_cursor: str | None = None


class TerminalState(str, Enum):
    OPEN = 'open'
    ENDED = 'ended'


@dataclass(frozen=True, kw_only=True)
class Trace:
    correlation_id: str
    #: Oldest first, 200 of each kind at most.
    entries: List[TraceEntry]
    #: Whether there is more than is shown.
    truncated: bool
    #: False when an outside bus keeps what was published; then only events still on their way are shown.
    events_included: bool


@dataclass(frozen=True, kw_only=True)
class TraceEntry:
    at: datetime
    kind: TraceKind
    #: The audited action, the type of the event or of the task.
    name: str
    #: The outcome; `waiting` or `published`; or the state of the dead letter or task.
    state: str
    #: What went wrong.
    text: str | None = None
    #: What it is about.
    subject: str | None = None
    actor_id: str | None = None
    #: What the actor is called now, when it belongs to the tenant or project that is asked about; for who runs the platform, whoever it is.
    actor_name: str | None = None
    tenant_id: UUID | None = None
    project_id: UUID | None = None
    node_id: UUID | None = None
    task_id: UUID | None = None
    dead_letter_id: UUID | None = None
    ended_at: datetime | None = None


class TraceKind(str, Enum):
    AUDIT = 'audit'
    EVENT = 'event'
    DEAD_LETTER = 'dead_letter'
    TASK = 'task'


@dataclass(frozen=True, kw_only=True)
class TroubledNode:
    node_id: UUID
    name: str
    state: NodeState
    reason: str | None = None
    #: Since when it is in this state.
    since: datetime


@dataclass(frozen=True, kw_only=True)
class UnreadCount:
    unread: int


@dataclass(frozen=True, kw_only=True)
class UpdateAllocation:
    name: str | None = None
    #: In place of all labels so far.
    labels: Dict[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class UpdateProject:
    name: str


@dataclass(frozen=True, kw_only=True)
class UpdateServiceAccount:
    name: str
    #: The permissions it may use, at most those a project administrator has.
    scopes: List[str]
    disabled: bool


@dataclass(frozen=True, kw_only=True)
class UpdateSku:
    title: str
    counts: List[int]
    unit: SkuUnit
    region: str | None = None
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    #: The version that was read; another in between is a conflict.
    version: int


@dataclass(frozen=True, kw_only=True)
class UpdateTenant:
    name: str


@dataclass(frozen=True, kw_only=True)
class UploadAgentReleasePart:
    #: Parts are counted from 0.
    number: int
    #: Base64.
    bytes: str


@dataclass(frozen=True, kw_only=True)
class UsageOutcome:
    record_id: str
    #: accepted, duplicate (this very record was accepted before) or refused.
    outcome: str
    #: Why it was refused, as in_the_future.
    code: str | None = None
    message: str | None = None
    amount: Money | None = None


@dataclass(frozen=True, kw_only=True)
class UsageRecord:
    id: UUID
    producer: str
    record_id: str
    app_instance: str
    measure: str
    #: In the measure's own unit.
    quantity: str
    unit: str
    starts_at: datetime
    ends_at: datetime
    amount: Money
    reported_at: datetime
    reported_by: str


@dataclass(frozen=True, kw_only=True)
class UsageRecordPage:
    items: List[UsageRecord]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class UsageReport:
    accepted: int
    duplicates: int
    refused: int
    outcomes: List[UsageOutcome]


@dataclass(frozen=True, kw_only=True)
class User:
    id: UUID
    display_name: str
    #: The name to sign in with; absent when the person signs in elsewhere.
    username: str | None = None
    #: Verified.
    email: str | None = None
    state: UserState
    platform_roles: List[PlatformRole]
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class UserPage:
    items: List[User]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class UserPassword:
    user: User
    #: The password. Shown this once; absent when the answer is repeated.
    secret: str | None = None


class UserState(str, Enum):
    ACTIVE = 'active'
    DISABLED = 'disabled'


@dataclass(frozen=True, kw_only=True)
class Violation:
    #: A JSON pointer into the body, or the name of a parameter or header.
    field: str
    message: str


@dataclass(frozen=True, kw_only=True)
class WaitingEvents:
    """Of a consumer on NATS also those of other types in its streams, which it has yet to pass over."""

    #: 10,000 at most.
    count: int
    #: Whether there are more than were counted.
    more: bool
    #: Since when the oldest waits; absent when none does.
    oldest_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class WaitingForSku:
    sku: str
    allocations: int
    gpus: int
    #: Since when the first of them waits.
    oldest_at: datetime
