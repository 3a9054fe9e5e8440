# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
"""Request and response types of the API."""

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
    #: The permissions the credential can use, limited to those of a project administrator.
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
    #: The quantity the price is for, in the measure's own unit, for example 1000000.
    per: int | None = None
    tenant_id: UUID | None = None
    #: When the price takes effect. The default is now. Must not be in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AddPlatformKey:
    name: str
    #: A public key in PEM: P-256, P-384, Ed25519, or RSA of 2,048 to 8,192 bits.
    pem: str


@dataclass(frozen=True, kw_only=True)
class AddPrice:
    gpu_hour: Money
    #: When the price takes effect. The default is now. Must not be in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AddPublisherKey:
    name: str
    #: A public key (P-256, P-384, Ed25519, or RSA of 2,048 to 8,192 bits), or a certificate that signatures of the Notary Project lead to, in PEM.
    pem: str


@dataclass(frozen=True, kw_only=True)
class AddSshKey:
    #: Must not contain control or invisible characters.
    name: str
    #: The single line of a `.pub` file, with type, key, and an optional comment. Options such as `command=` are not allowed.
    public_key: str


@dataclass(frozen=True, kw_only=True)
class AddTenantPrice:
    sku: str
    gpu_hour: Money
    #: When the price takes effect. The default is now. Must not be in the past.
    effective_from: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    id: UUID
    tenant_id: UUID
    kind: str
    amount: Money
    reason: str
    #: One of pending, booked or rejected.
    state: str
    requested_by: str
    requested_at: datetime
    statement_id: UUID | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None


class AdjustmentKind(str, Enum):
    """Grant credit, take credit, write off a debt, or refund part of a statement."""

    CREDIT = 'credit'
    DEBIT = 'debit'
    WRITE_OFF = 'write_off'
    CREDIT_NOTE = 'credit_note'


@dataclass(frozen=True, kw_only=True)
class AdjustmentPage:
    items: List[Adjustment]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class Advisory:
    id: UUID
    title: str
    purl: str
    versions: str
    severity: AdvisorySeverity
    action: AdvisoryAction
    reference: str | None = None
    #: Whether artifacts that were there before are still being looked at.
    pending: bool
    #: How many artifacts it hits.
    hits: int
    created_at: datetime
    created_by: str
    closed_at: datetime | None = None
    closed_by: str | None = None
    close_reason: str | None = None


class AdvisoryAction(str, Enum):
    LIST = 'list'
    QUARANTINE = 'quarantine'


@dataclass(frozen=True, kw_only=True)
class AdvisoryHit:
    artifact_id: UUID
    app: str
    #: The version of the app under which the artifact was published.
    version: str
    name: str
    digest: str
    #: The version of the package, if the SBOM names one.
    package_version: str | None = None
    #: False when the version is missing or cannot be compared, so that the artifact may be affected.
    certain: bool
    found_at: datetime
    #: When the action was carried out. Absent while it waits.
    acted_at: datetime | None = None
    revoked: bool
    withheld: bool
    #: The newest versions of the app that name the artifact, at most 20.
    app_versions: List[str]


@dataclass(frozen=True, kw_only=True)
class AdvisoryHitPage:
    items: List[AdvisoryHit]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AdvisoryPage:
    items: List[Advisory]
    next_cursor: str | None = None


class AdvisorySeverity(str, Enum):
    LOW = 'low'
    MEDIUM = 'medium'
    HIGH = 'high'
    CRITICAL = 'critical'


@dataclass(frozen=True, kw_only=True)
class AgentPackage:
    name: str
    kind: AgentPackageKind
    #: As `uname -m` prints it: x86_64 or aarch64.
    architecture: str
    size_bytes: int
    sha256: str
    url: str


class AgentPackageKind(str, Enum):
    ARCHIVE = 'archive'
    DEB = 'deb'


@dataclass(frozen=True, kw_only=True)
class AgentRelease:
    id: UUID
    version: str
    digest: str
    size_bytes: int
    #: When nodes start to reject the release.
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
    #: How many times the phase was started.
    attempt: int | None = None
    #: When the phase exceeded its time limit.
    stuck_since: datetime | None = None
    version: int
    protected: bool
    created_at: datetime
    created_by: str
    active_at: datetime | None = None
    ended_at: datetime | None = None
    max_duration_seconds: int | None = None
    #: When the allocation is released automatically.
    expires_at: datetime | None = None
    degraded: AllocationDegraded | None = None
    #: When the GPUs became idle.
    idle_since: datetime | None = None
    #: How long all GPUs may be idle before the allocation is released.
    idle_release_seconds: int | None = None
    #: When the allocation is released automatically if its GPUs stay idle. Present with `idle_since`, unless the allocation is protected.
    idle_release_at: datetime | None = None
    failure: AllocationFailure | None = None
    #: The time from which the holder is charged for a release that they may be blocking, until it completes.
    release_charged_since: datetime | None = None
    queue: AllocationQueuePlace | None = None
    access: AllocationAccess | None = None
    lease: AllocationLease | None = None
    #: True if the allocation's host is simulated: its GPUs are invented, and its SSH server is reached through gateways only. Absent until a host is chosen.
    simulated: bool | None = None
    hourly_cost: HourlyCost | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationAccess:
    username: str
    host: str
    port: int
    #: The command to connect with a registered SSH key.
    command: str
    host_keys: List[str] | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationBatch:
    items: List[Allocation]


@dataclass(frozen=True, kw_only=True)
class AllocationDefaults:
    #: The time limit of new allocations that name none.
    max_duration_seconds: int | None = None
    #: How long the GPUs of new allocations that name no limit may be idle.
    idle_release_seconds: int | None = None
    #: The longest time an allocation may be active, set by the operator. Absent if there is no bound.
    time_limit_max_seconds: int | None = None
    #: How long the GPUs of any allocation may be idle, set by the operator. Absent if there is no bound.
    idle_release_max_seconds: int | None = None
    #: How long a snooze postpones an automatic release.
    snooze_seconds: int
    changed_at: datetime | None = None
    changed_by: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationDegraded:
    since: datetime
    reason: str
    #: False if only a tenant reported the fault. The allocation is charged until an operator confirms it.
    confirmed: bool | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEstimate:
    sku: str
    count: int
    hourly_cost: HourlyCost | None = None
    #: True if the allocation could be created now.
    available: bool
    #: Why the allocation could not be created now.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEvent:
    allocation_id: UUID
    #: Numbered 1, 2, 3, … without gaps for each allocation.
    sequence: int
    at: datetime
    #: One of moved, progressed, degraded, recovered, renamed, protected, unprotected, extended, limited, snoozed, expiring, idle, stuck, fault_confirmed, fault_dismissed, release_charged, release_not_charged.
    kind: str
    state: AllocationState
    phase: AllocationPhase | None = None
    code: str | None = None
    message: str | None = None
    #: The principal that caused the event.
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationEventPage:
    items: List[AllocationEvent]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AllocationFailure:
    code: str
    #: A message for the user.
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
    #: The position in the queue; 1 is next. Projects that hold less come first.
    position: int
    since: datetime
    #: Why the last placement attempt failed.
    reason: str | None = None


class AllocationState(str, Enum):
    """`queued` waits for capacity. `requested` holds capacity. `provisioning` is being set up. `active` has passed the health check and is charged. `releasing` is being torn down. `released`, `failed` and `release_failed` are final, but `release_failed` needs action. """

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
    #: The token from the link in the email.
    token: str


@dataclass(frozen=True, kw_only=True)
class App:
    id: UUID
    #: Namespace and name, for example acme/vllm.
    app: str
    title: str
    summary: str
    #: The version that was published last.
    latest_version: str | None = None
    categories: List[str]
    visibility: AppVisibility
    #: Whether the project's tenant publishes the app.
    own: bool
    access: AppAccess
    channels: List[AppChannel]
    suspended: bool
    created_at: datetime


class AppAccess(str, Enum):
    ENABLED = 'enabled'
    REQUESTED = 'requested'
    AVAILABLE = 'available'


@dataclass(frozen=True, kw_only=True)
class AppArtifact:
    name: str
    kind: ArtifactKind
    digest: str
    artifact_id: UUID


@dataclass(frozen=True, kw_only=True)
class AppChannel:
    channel: AppChannelName
    version: str
    moved_at: datetime


class AppChannelName(str, Enum):
    STABLE = 'stable'
    CANDIDATE = 'candidate'
    EDGE = 'edge'


@dataclass(frozen=True, kw_only=True)
class AppDeprecation:
    message: str
    successor: str | None = None
    sunset_at: datetime | None = None
    deprecated_at: datetime


@dataclass(frozen=True, kw_only=True)
class AppEntitlement:
    app: str
    version: str
    allowed: bool
    #: Why not, for example not_enabled_for_project.
    reason: str | None = None
    changed_by: EntitlementLevel | None = None
    versions: str | None = None
    overlay: str | None = None
    locked_parameters: List[LockedParameter] | None = None
    instances_max: int | None = None
    gpus_max: int | None = None


@dataclass(frozen=True, kw_only=True)
class AppPage:
    items: List[App]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppRequest:
    id: UUID
    project_id: UUID
    app: str
    state: AppRequestState
    message: str
    created_at: datetime
    created_by: str
    decided_at: datetime | None = None
    decided_by: str | None = None
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppRequestPage:
    items: List[AppRequest]
    next_cursor: str | None = None


class AppRequestState(str, Enum):
    OPEN = 'open'
    APPROVED = 'approved'
    DECLINED = 'declined'


@dataclass(frozen=True, kw_only=True)
class AppReview:
    version: AppVersion
    #: The principal who reviews.
    reviewer: str | None = None
    review_started_at: datetime | None = None
    points: List[ReviewPoint]
    changes: AppVersionChanges


@dataclass(frozen=True, kw_only=True)
class AppReviewDecision:
    outcome: AppReviewOutcome
    message: str
    decided_at: datetime
    #: The digest of the content that the reviewer read.
    digest: str | None = None


class AppReviewOutcome(str, Enum):
    APPROVE = 'approve'
    REQUEST_CHANGES = 'request_changes'
    REJECT = 'reject'


@dataclass(frozen=True, kw_only=True)
class AppReviewPage:
    items: List[AppVersionSummary]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppSuspension:
    id: UUID
    namespace: str
    app_name: str | None = None
    version: str | None = None
    reason: str
    suspended_at: datetime
    suspended_by: str
    lifted_at: datetime | None = None
    lifted_by: str | None = None
    lift_reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppSuspensionPage:
    items: List[AppSuspension]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppVersion:
    id: UUID
    app: str
    version: str
    state: AppVersionState
    #: The SHA-256 of the manifest's canonical bytes.
    digest: str
    profile: str
    title: str
    summary: str
    #: Whether a reviewer approved this content.
    reviewed: bool
    #: Whether the version, its app or its publisher is suspended.
    suspended: bool
    suspension_reason: str | None = None
    artifacts: List[AppArtifact]
    findings: List[ManifestFinding]
    channels: List[AppChannelName]
    decision: AppReviewDecision | None = None
    deprecation: AppDeprecation | None = None
    created_at: datetime
    created_by: str | None = None
    submitted_at: datetime | None = None
    published_at: datetime | None = None
    #: The manifest in canonical JSON (RFC 8785). Only in the answer of getAppVersion and getAppReview.
    manifest: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppVersionChanges:
    #: Absent if there is no version to compare with.
    compared_with: str | None = None
    to: str
    changes: List[ManifestChange]
    #: False if there are more than 500 changes.
    complete: bool


@dataclass(frozen=True, kw_only=True)
class AppVersionPage:
    items: List[AppVersionSummary]
    next_cursor: str | None = None


class AppVersionState(str, Enum):
    DRAFT = 'draft'
    SUBMITTED = 'submitted'
    IN_REVIEW = 'in_review'
    CHANGES_REQUESTED = 'changes_requested'
    APPROVED = 'approved'
    REJECTED = 'rejected'
    PUBLISHED = 'published'
    DEPRECATED = 'deprecated'


@dataclass(frozen=True, kw_only=True)
class AppVersionSummary:
    id: UUID
    app: str
    version: str
    state: AppVersionState
    digest: str
    title: str
    reviewed: bool
    created_at: datetime
    submitted_at: datetime | None = None
    published_at: datetime | None = None
    sunset_at: datetime | None = None


class AppVisibility(str, Enum):
    TENANT = 'tenant'
    PUBLIC = 'public'


@dataclass(frozen=True, kw_only=True)
class Artifact:
    id: UUID
    publisher_id: UUID
    app: str
    version: str
    name: str
    kind: ArtifactKind
    digest: str
    media_type: str
    artifact_type: str | None = None
    #: The manifest and everything it refers to, each blob once.
    size_bytes: int
    #: Platforms of an image, for example linux/amd64.
    platforms: List[str]
    registry_url: str
    #: The repository to pull from, by digest.
    repository: str
    trust: ArtifactTrust
    promotion: ArtifactPromotion
    published_at: datetime
    published_by: str


class ArtifactKind(str, Enum):
    OCI_IMAGE = 'oci_image'
    ARCHIVE = 'archive'
    SCRIPT = 'script'
    FILE = 'file'
    UI_BUNDLE = 'ui_bundle'
    MODEL = 'model'


@dataclass(frozen=True, kw_only=True)
class ArtifactPage:
    items: List[Artifact]
    next_cursor: str | None = None


class ArtifactPromotion(str, Enum):
    PUBLISHED = 'published'
    PROMOTED = 'promoted'
    DEPRECATED = 'deprecated'
    RETIRED = 'retired'


@dataclass(frozen=True, kw_only=True)
class ArtifactReason:
    reason: str


@dataclass(frozen=True, kw_only=True)
class ArtifactReferrer:
    digest: str
    media_type: str
    artifact_type: str | None = None
    size_bytes: int


@dataclass(frozen=True, kw_only=True)
class ArtifactReinstatement:
    """The wish of one person to lift a revocation. Another person lifts it."""

    asked_at: datetime
    asked_by: str
    reason: str
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class ArtifactSbom:
    #: The digest of the manifest that carries the SBOM.
    digest: str
    #: cyclonedx or spdx.
    format: str
    #: Why it was not read: too_large, too_deep, too_many_components, unreadable, unsupported_form or tenant_limit.
    fault: str | None = None
    #: Packages that were indexed.
    components: int
    #: Components without a package URL. Advisories do not find them.
    unnamed: int
    indexed_at: datetime


@dataclass(frozen=True, kw_only=True)
class ArtifactSboms:
    items: List[ArtifactSbom]
    #: Whether the SBOMs are to be looked at again.
    pending: bool


class ArtifactTrust(str, Enum):
    UNVERIFIED = 'unverified'
    VERIFIED = 'verified'
    FAILED_VERIFICATION = 'failed_verification'
    REVOKED = 'revoked'


@dataclass(frozen=True, kw_only=True)
class ArtifactVerification:
    artifact_id: UUID
    tenant_id: UUID
    digest: str
    trust: ArtifactTrust
    #: Why the last verification failed, or why the artifact was revoked.
    trust_reason: str | None = None
    promotion: ArtifactPromotion
    promotion_reason: str | None = None
    successor_id: UUID | None = None
    quarantined: bool
    quarantine_reason: str | None = None
    #: Whether a verification is due.
    pending: bool
    #: The time of the last verification.
    verified_at: datetime | None = None
    #: How many keys of the publisher, of as many people, must have signed.
    signatures_required: int
    #: Signatures that count.
    evidence: List[SignatureEvidence]
    #: Signatures that do not count.
    rejected: List[RejectedSignature]
    #: Manifests that name the artifact as their subject, at most 100.
    referrers: List[ArtifactReferrer]
    #: How many different keys of the platform must have signed.
    platform_signatures_required: int | None = None
    #: Whether there were more signatures than are read. Those that counted before, and then the newest, are read first.
    signatures_left_out: bool | None = None
    reinstatement: ArtifactReinstatement | None = None


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
    #: The actor's current name, if the actor belongs to the tenant whose audit trail this is. Platform operators see every actor's name. Not included in exports.
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
    #: True if the row is already part of the hash chain.
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
    #: The first audit event that does not match its seal.
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
    #: The saved payment method, for example visa 4242.
    method: str | None = None
    #: The number of consecutive failed attempts.
    failures: int
    retry_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AvailableCapacity:
    region: str
    zone: str
    count: int
    allocations: int


@dataclass(frozen=True, kw_only=True)
class BackgroundRound:
    #: The host name of the process and a suffix that changes with every start.
    process: str
    name: str
    #: The role that runs it. Absent if every process runs it.
    role: str | None = None
    #: Time between the end of a run and the start of the next.
    interval_milliseconds: int
    running: bool
    #: Absent before the first run.
    last_started_at: datetime | None = None
    #: Absent until the first run has ended.
    last_duration_milliseconds: int | None = None
    #: Absent if no run failed.
    last_failed_at: datetime | None = None
    #: The message of the last failure. Absent if no run failed.
    last_failure: str | None = None
    #: Runs that ended since the process started.
    runs: int
    #: Runs that failed since the process started.
    failures: int
    #: True if the next run should have started, or the current run ended, long ago.
    overdue: bool


@dataclass(frozen=True, kw_only=True)
class BackgroundRounds:
    rounds: List[BackgroundRound]


class BalanceLevel(str, Enum):
    """The state of the credit compared with usage. With `low`, a warning was sent. With `release_pending`, there is a deadline. With `depleted`, allocations run in the grace period. With `released`, the allocations were released. """

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
    #: The highest percentage for which a notification was sent this month.
    alerted_percent: int


class BudgetAction(str, Enum):
    """At 100 percent, only notify, refuse new allocations, or also release running ones."""

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


class ChangeArea(str, Enum):
    PERMISSIONS = 'permissions'
    ARTIFACTS = 'artifacts'
    PRICES = 'prices'
    PARAMETERS = 'parameters'
    OTHER = 'other'


@dataclass(frozen=True, kw_only=True)
class ChangePassword:
    current_password: str
    new_password: str


@dataclass(frozen=True, kw_only=True)
class CollectNodeLogs:
    sources: List[NodeLogSource]
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Command:
    id: UUID
    allocation_id: UUID
    argv: List[str]
    state: CommandState
    started_by: UUID
    #: The name of the user or service account. Absent if the ID is unknown.
    started_by_name: str | None = None
    requested_at: datetime
    #: When the command is ended at the latest.
    ends_at: datetime
    ended_at: datetime | None = None
    #: The exit code of the program; 128 plus the number of the signal that ended it. Absent unless it ended by itself or was canceled.
    exit_code: int | None = None
    #: Why the command failed or is unknown, for example time_is_up, released, user_absent, agent_stops, agent_ended or host_lost.
    reason: str | None = None
    #: Bytes of standard output that the node kept. Absent until the command has ended.
    stdout_bytes: int | None = None
    #: Bytes of standard error that the node kept. Absent until the command has ended.
    stderr_bytes: int | None = None
    #: Bytes of standard output that can be read.
    stdout_stored: int
    #: Bytes of standard error that can be read.
    stderr_stored: int
    #: Whether output beyond the limit set by policy was dropped.
    truncated: bool


@dataclass(frozen=True, kw_only=True)
class CommandAccess:
    command: Command
    stream_id: UUID
    #: The WebSocket URL to connect to.
    url: str
    #: The Origin header to send from clients other than browsers.
    origin: str
    #: The token. Shown only once. Absent in a repeated response.
    secret: str | None = None
    #: When the token expires.
    expires_at: datetime


class CommandOutput(str, Enum):
    STDOUT = 'stdout'
    STDERR = 'stderr'


@dataclass(frozen=True, kw_only=True)
class CommandPage:
    items: List[Command]
    #: Absent on the last page.
    next_cursor: str | None = None


class CommandState(str, Enum):
    REQUESTED = 'requested'
    RUNNING = 'running'
    EXITED = 'exited'
    CANCELED = 'canceled'
    FAILED = 'failed'
    UNKNOWN = 'unknown'


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
class CompletePublishIntent:
    artifacts: List[PushedArtifact]


@dataclass(frozen=True, kw_only=True)
class ConfirmAllocationFault:
    reason: str
    #: The time from which the allocation is not charged. The default, and the earliest allowed time, is the time of the report.
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
    #: The second group. Absent without and_by.
    and_group: str | None = None
    gpu_seconds: int
    currency: str
    amount_nanos: int


@dataclass(frozen=True, kw_only=True)
class CostReport:
    starts_at: datetime
    ends_at: datetime
    items: List[CostLine]
    #: True if there are more than the 1000 lines returned. Choose a shorter period or a filter.
    truncated: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAccessToken:
    name: str
    #: The permissions the credential can use, limited to those of a project administrator.
    scopes: List[str] | None = None
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class CreateAdjustment:
    kind: AdjustmentKind
    amount: Money
    reason: str
    statement_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAdvisory:
    title: str
    #: The package without a version, for example pkg:deb/debian/openssl.
    purl: str
    #: The versions that are affected, for example >=1.0, <1.4.2 || =2.0. A star is all.
    versions: str
    severity: AdvisorySeverity
    action: AdvisoryAction
    #: Where to read more, for example a CVE number.
    reference: str | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAgentRelease:
    #: The signed bytes, in Base64.
    manifest: str
    signatures: List[ReleaseSignature]


@dataclass(frozen=True, kw_only=True)
class CreateAllocation:
    sku: str
    #: The number of units of the SKU.
    count: int
    name: str | None = None
    #: At most 20 labels. A key has 1 to 63 of the characters a-z 0-9 . _ / - and starts with a letter or digit. A value has up to 63 of the characters A-Z a-z 0-9 . _ -
    labels: Dict[str, str] | None = None
    image: str | None = None
    #: The allocation is released automatically this long after it becomes active. The default is the project's; see setAllocationDefaults.
    max_duration_seconds: int | None = None
    #: The allocation is released automatically once all its GPUs have been idle for this long. The default is the project's.
    idle_release_seconds: int | None = None
    #: Wait in the queue if no capacity is free.
    queue: bool | None = None
    #: The allocation cannot be released until it is unprotected.
    protected: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateAllocationBatch:
    members: List[CreateAllocation]


@dataclass(frozen=True, kw_only=True)
class CreateAppVersion:
    #: The manifest gpuaas.app/v1, in YAML or JSON.
    manifest: str


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
    #: The host names at which nodes reach the gateway. They are included in its certificate.
    host_names: List[str]


@dataclass(frozen=True, kw_only=True)
class CreateInvitation:
    """Invites a person to the tenant with a tenant role, or to one of its projects with a project role."""

    email: str
    tenant_role: TenantRole | None = None
    project_id: UUID | None = None
    project_role: ProjectRole | None = None


@dataclass(frozen=True, kw_only=True)
class CreateJoinTokens:
    count: int
    #: The lifetime in seconds. The default is one day.
    lifetime_seconds: int | None = None
    node_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class CreateLogStream:
    source: NodeLogSource
    #: The number of existing lines to send first.
    tail_lines: int | None = None
    #: Continue with new lines as they are written.
    follow: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateMeasure:
    name: str
    title: str
    unit: str
    #: Other units apps can report in.
    units: List[MeasureUnit] | None = None
    quantity_max: str


@dataclass(frozen=True, kw_only=True)
class CreateNode:
    name: str


@dataclass(frozen=True, kw_only=True)
class CreatePayment:
    amount: Money
    #: Save the payment method for auto top-up.
    save_method: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CreateProject:
    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class CreatePublishIntent:
    #: A namespace of the tenant and a name, for example acme/vllm.
    app: str
    version: str
    artifacts: List[PlannedArtifact]


@dataclass(frozen=True, kw_only=True)
class CreatePublisher:
    #: The first part of the names of the publisher's apps. It cannot be changed.
    namespace: str
    name: str
    #: Where users and operators reach the publisher, for example an email address.
    contact: str | None = None


@dataclass(frozen=True, kw_only=True)
class CreateReservation:
    sku: str
    count: int
    name: str | None = None
    #: At most one year ahead.
    starts_at: datetime
    #: At most 90 days after the start.
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class CreateRollout:
    release_id: UUID
    #: The nodes to update. The default is all nodes that are not retired.
    node_ids: List[UUID] | None = None
    #: The nodes to update first. They must be among the nodes to update.
    canary_node_ids: List[UUID] | None = None
    #: The number of canary nodes if none are named.
    canary_count: int | None = None
    #: The percentage of the remaining nodes to update per wave.
    wave_percent: int | None = None
    #: How long a wave must stay healthy before the next one starts.
    bake_seconds: int | None = None
    #: The rollout stops when more nodes than this fail.
    failures_max: int | None = None
    on_failure: RolloutFailurePolicy | None = None


@dataclass(frozen=True, kw_only=True)
class CreateServiceAccount:
    name: str
    #: The permissions the credential can use, limited to those of a project administrator.
    scopes: List[str]


@dataclass(frozen=True, kw_only=True)
class CreateServiceAccountKey:
    kind: KeyKind
    #: For kind public_key, an EC (P-256, P-384) or RSA (2048 to 8192 bits) public key in PEM format.
    public_key: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class CreateSku:
    name: str
    title: str
    shape: CapacityShape
    #: The GPU model as listed for slots.
    gpu_model: str
    #: The MIG profile, for example 1g.10gb. Only for shape mig.
    mig_profile: str | None = None
    #: The numbers of units in which the SKU is sold. Hosts and MIG instances are sold one at a time.
    counts: List[int]
    #: The number of GPUs per host. Only for shape bare_metal.
    gpus_per_unit: int | None = None
    unit: SkuUnit
    #: The region in which the SKU is sold. The default is any region.
    region: str | None = None
    #: The zone within the region in which the SKU is sold.
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    #: The tenants that can see the SKU. The default is all tenants.
    tenant_ids: List[UUID] | None = None


@dataclass(frozen=True, kw_only=True)
class CreateTenant:
    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class CreateUser:
    username: str
    display_name: str
    #: The email address. It counts as verified by the caller.
    email: str | None = None


@dataclass(frozen=True, kw_only=True)
class CurrencyOverview:
    currency: str
    #: Usage charged since midnight UTC, at most one minute old.
    today_nanos: int
    #: Charged but not yet recognized as revenue, for this month and any earlier months that are still open.
    open_nanos: int
    #: The hourly cost of everything that runs, at current prices.
    burn_nanos_per_hour: int
    #: In transit to or from payment providers.
    clearing_nanos: int
    #: The amount tenants owe.
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
    #: Absent if only an operator can retry the event.
    next_attempt_at: datetime | None = None
    correlation_id: str
    #: The envelope as JSON text. Returned only when a single dead letter is requested.
    payload: str | None = None


@dataclass(frozen=True, kw_only=True)
class DeadLetterPage:
    items: List[DeadLetter]
    next_cursor: str | None = None


class DeadLetterState(str, Enum):
    """`retrying` is retried automatically, `waiting` is blocked by an earlier event of the same aggregate, `exhausted` needs an operator, and `discarded` is a tombstone to be delivered. """

    RETRYING = 'retrying'
    WAITING = 'waiting'
    EXHAUSTED = 'exhausted'
    DISCARDED = 'discarded'


@dataclass(frozen=True, kw_only=True)
class DecideAppRequest:
    approve: bool
    answer: str | None = None


class DeployRole(str, Enum):
    TENANT_OWNER = 'tenant_owner'
    TENANT_ADMIN = 'tenant_admin'
    PROJECT_ADMIN = 'project_admin'
    PROJECT_MEMBER = 'project_member'
    SERVICE_ACCOUNT = 'service_account'


@dataclass(frozen=True, kw_only=True)
class DeprecateAppVersion:
    message: str
    #: A published version of the app.
    successor: str | None = None
    #: From this time on the version is not offered for new use.
    sunset_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class DeprecateArtifact:
    reason: str
    successor_id: UUID | None = None


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
    #: The provider's ID of the dispute.
    id: str
    payment_id: UUID
    amount: Money
    #: One of inquiry, open, won or lost.
    state: str
    opened_at: datetime
    closed_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class DisputePage:
    items: List[Dispute]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class DraftStatement:
    month: str
    starts_at: datetime
    #: Usage before this time is included as far as it has been charged.
    until: datetime
    lines: List[DraftStatementLine]


@dataclass(frozen=True, kw_only=True)
class DraftStatementLine:
    project_id: UUID | None = None
    sku: str | None = None
    description: str
    gpu_seconds: int
    amount: Money


@dataclass(frozen=True, kw_only=True)
class DrainNode:
    reason: str
    #: When the node should be empty. The default is one hour from now.
    deadline: datetime | None = None


class EntitlementLevel(str, Enum):
    OPERATOR = 'operator'
    PUBLISHER = 'publisher'
    TENANT_ADMIN = 'tenant_admin'
    PROJECT_ADMIN = 'project_admin'


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
    #: False if the event bus did not respond. Consumer lag is then unknown.
    bus_reachable: bool
    consumers: List[ConsumerBacklog]


@dataclass(frozen=True, kw_only=True)
class EventsOverview:
    backlog: EventBacklog
    #: Stuck events, including those waiting behind them, at most 10,000.
    dead_letters: int
    #: Dead letters that are not retried automatically.
    exhausted: int


class ExportFormat(str, Enum):
    JSONL = 'jsonl'
    CSV = 'csv'


@dataclass(frozen=True, kw_only=True)
class ExtendAllocation:
    #: How long to extend the time limit by.
    seconds: int


@dataclass(frozen=True, kw_only=True)
class FileTransfer:
    id: UUID
    allocation_id: UUID
    direction: FileTransferDirection
    #: True if a folder was listed. Absent for files.
    listing: bool | None = None
    path: str
    state: FileTransferState
    started_by: UUID
    started_at: datetime
    #: Absent until the node reports the outcome.
    ended_at: datetime | None = None
    #: The announced size, then the size counted by the node.
    bytes: int | None = None
    #: The announced digest, then the digest computed by the node.
    sha256: str | None = None
    #: Why the transfer failed.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class FileTransferAccess:
    transfer: FileTransfer
    #: The WebSocket URL to connect to.
    url: str
    #: The Origin header to send from clients other than browsers.
    origin: str
    #: The token. Shown only once. Absent in a repeated response.
    secret: str | None = None
    #: When the token expires.
    expires_at: datetime
    #: The maximum file size.
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


class FindingSeverity(str, Enum):
    WARNING = 'warning'
    REVIEW = 'review'


@dataclass(frozen=True, kw_only=True)
class FleetOverview:
    #: The number of nodes in each state, without retired nodes.
    nodes: List[NodeStateCount]
    #: GPU counts by model, most frequent first, at most 50.
    gpus: List[GpuModelCount]
    #: Nodes that are unreachable or quarantined, report a fault, or have a GPU out of service.
    troubled: int
    #: The nodes that have been in trouble longest, at most 5.
    troubled_nodes: List[TroubledNode]


class FocusGranularity(str, Enum):
    DAY = 'day'
    HOUR = 'hour'


@dataclass(frozen=True, kw_only=True)
class ForceReleaseAllocation:
    reason: str


@dataclass(frozen=True, kw_only=True)
class Gateway:
    id: UUID
    name: str
    host_names: List[str]
    state: GatewayState
    #: The number of open streams.
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
    #: In use, entirely or in part.
    taken: int
    #: Available immediately.
    free: int
    #: In service and free, but on a node that accepts no new work.
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
    #: The price of the whole allocation, as a decimal number.
    amount: str


@dataclass(frozen=True, kw_only=True)
class Installation:
    #: True if payments are accepted without charging money.
    test_payments: bool
    #: False if mail is only stored, where platform operators can read it.
    sends_mail: bool


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
    #: When the last invitation email was sent. An address receives at most one per hour. Repeating an invitation sooner renews it without sending an email, and the earlier link stays valid.
    letter_sent_at: datetime | None = None
    #: True if this installation sends no email: an operator finds the invitation link with `gpuaas mail`.
    letter_stays_here: bool | None = None


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
    #: The token from the link in the email.
    token: str
    #: The username. The default is the email address.
    username: str | None = None
    display_name: str
    password: str


@dataclass(frozen=True, kw_only=True)
class JoinLine:
    #: The line to run as root on the host. Absent if no package of the agent is offered.
    line: str | None = None
    script_url: str | None = None
    #: The SHA-256 of the script in hexadecimal.
    script_sha256: str | None = None
    #: The address that hosts dial.
    node_server: str
    #: The SHA-256 of the certificate of the nodes' authority in hexadecimal.
    authority_sha256: str
    packages: List[AgentPackage]


@dataclass(frozen=True, kw_only=True)
class JoinToken:
    id: UUID
    #: The secret for the host's agent. Absent in a repeated response.
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
class LaunchDecision:
    digest: str
    allowed: bool
    artifact_id: UUID | None = None
    #: Why it is refused, or warnings: unknown, revoked, quarantined, failed_verification, not_verified, not_promoted, retired, deprecated, unverified or record_unverified.
    reasons: List[str]
    #: The value of apps.trust in force: strict, permissive or audit.
    policy: str


@dataclass(frozen=True, kw_only=True)
class LeasedGpu:
    gpu_uuid: str
    pci_address: str
    numa_node: int


@dataclass(frozen=True, kw_only=True)
class LedgerTransfer:
    id: int
    kind: str
    #: The allocation or booking.
    subject: UUID
    #: The kind of the debited account.
    debit: str
    #: The kind of the credited account.
    credit: str
    amount: Money
    booked_at: datetime
    effective_at: datetime
    #: The transfer that this one reverses.
    reverses: int | None = None
    charge: TransferCharge | None = None


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
    #: Accounts whose balance does not match their transfers, at most 100.
    accounts_off: List[int]
    explanation: str | None = None


@dataclass(frozen=True, kw_only=True)
class LiftAppSuspension:
    reason: str


@dataclass(frozen=True, kw_only=True)
class LockedParameter:
    name: str
    #: JSON.
    value: str


@dataclass(frozen=True, kw_only=True)
class LogStream:
    id: UUID
    node_id: UUID
    source: NodeLogSource
    state: LogStreamState
    #: The WebSocket URL to connect to.
    url: str
    #: The Origin header to send from clients other than browsers.
    origin: str
    #: The token. Shown only once. Absent in a repeated response.
    secret: str | None = None
    #: When the token expires.
    expires_at: datetime
    #: When the stream ends at the latest.
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
    #: One of local, pending, sent or dead.
    state: str | None = None
    #: Why the message could not be delivered.
    last_error: str | None = None


@dataclass(frozen=True, kw_only=True)
class MailPage:
    items: List[Mail]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class ManifestChange:
    #: A JSON pointer into the manifest.
    pointer: str
    area: ChangeArea
    #: JSON, cut after 2,000 characters. Absent if the field is new.
    before: str | None = None
    #: JSON, cut after 2,000 characters. Absent if the field was removed.
    after: str | None = None


@dataclass(frozen=True, kw_only=True)
class ManifestFinding:
    code: str
    severity: FindingSeverity
    #: A JSON pointer into the manifest.
    pointer: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Me:
    principal_id: str
    kind: PrincipalKind
    display_name: str
    #: The caller's roles, their scopes, and their permissions.
    grants: List[Grant]
    installation: Installation | None = None


@dataclass(frozen=True, kw_only=True)
class Measure:
    name: str
    title: str
    #: The unit in which quantities are stored, priced and shown.
    unit: str
    units: List[MeasureUnit]
    #: The maximum quantity per record, in the measure's own unit.
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
    """A unit apps can report in, and its size in the measure's own unit."""

    name: str
    #: An exact decimal greater than zero, for example 1000 or 0.001.
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
    #: The lifetime in seconds.
    expires_in: int


@dataclass(frozen=True, kw_only=True)
class Money:
    """An amount in billionths of the currency unit; 2490000000 is 2.49."""

    nanos: int
    currency: str


@dataclass(frozen=True, kw_only=True)
class MoneyOverview:
    currencies: List[CurrencyOverview]
    #: Tenants whose credit is low or exhausted.
    short_of_credit: int
    #: The tenants that will lose their allocations first, at most 5.
    short_tenants: List[ShortTenant]
    #: Adjustments that await approval.
    pending_adjustments: int
    #: True if the accounts of each currency sum to zero.
    in_balance: bool
    #: The time up to which usage is charged. Absent if nothing runs.
    charged_until: datetime | None = None
    #: Tenants whose usage cannot be charged or whose month cannot be closed, at most 10 of each. Retries are automatic.
    left_out: List[TenantLeftOut] | None = None


@dataclass(frozen=True, kw_only=True)
class NewAccessToken:
    token: AccessToken
    #: Shown only once. Absent in a repeated response.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewGateway:
    gateway: Gateway
    #: The secret for the gateway. Shown only once. Absent in a repeated response.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewServiceAccountKey:
    key: ServiceAccountKey
    #: Shown only once. Absent for kind public_key and in a repeated response.
    secret: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewUsageRecord:
    #: Chosen by the producer. Must never be reused for another record.
    record_id: str
    #: The app instance that caused the usage.
    app_instance: str
    measure: str
    #: A decimal greater than zero, for example 12.5. It is text to avoid rounding.
    quantity: str
    unit: str
    starts_at: datetime
    #: At most one day after the start, in the same month (UTC).
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
    #: True if the agent reports that it simulates the host.
    simulated: bool | None = None
    drain_deadline: datetime | None = None
    #: The number of tenant workloads still running when last counted.
    drain_remaining: int | None = None
    created_at: datetime
    health: NodeHealth | None = None
    gpus: List[NodeGpu]
    #: The workloads the node reports as running, verified after it was unreachable.
    running: List[NodeRunning]


@dataclass(frozen=True, kw_only=True)
class NodeCertificate:
    #: The serial number in hexadecimal.
    serial: str
    state: NodeCertificateState
    issued_at: datetime
    expires_at: datetime
    #: When the certificate entered its current state.
    changed_at: datetime


@dataclass(frozen=True, kw_only=True)
class NodeCertificatePage:
    items: List[NodeCertificate]
    next_cursor: str | None = None


class NodeCertificateState(str, Enum):
    """`next` is issued and becomes current once the host uses it. `dropped` was replaced by a newer one. `revoked` is refused because an operator revoked it or the node is retired. """

    CURRENT = 'current'
    NEXT = 'next'
    DROPPED = 'dropped'
    REVOKED = 'revoked'


@dataclass(frozen=True, kw_only=True)
class NodeCheck:
    #: For example driver, iommu, disk, clock or node-port. Newer agents may report other names.
    name: str
    state: NodeCheckState
    #: The finding, as the host reported it.
    finding: str
    #: The remedy for a warning or a failure.
    action: str | None = None


class NodeCheckState(str, Enum):
    OK = 'ok'
    WARNING = 'warning'
    FAILED = 'failed'


@dataclass(frozen=True, kw_only=True)
class NodeChecks:
    node_id: UUID
    #: When the host last reported. Absent if it never did.
    reported_at: datetime | None = None
    #: The version of the agent that made the report.
    agent_version: str | None = None
    checks: List[NodeCheck]


@dataclass(frozen=True, kw_only=True)
class NodeGpu:
    uuid: str
    pci_address: str
    model: str | None = None
    #: The GPU's memory. If the host does not report it, the data sheet's value for the model.
    memory_bytes: int | None = None
    #: The most power the model draws according to its data sheet. Absent for unknown models.
    power_limit_watts: int | None = None
    state: GpuState
    state_reason: str | None = None
    state_since: datetime
    #: A fault reported only by a tenant. The GPU stays in service until the fault is confirmed.
    reported_fault: str | None = None
    reported_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class NodeHealth:
    heard_at: datetime
    boot_id: str | None = None
    agent_version: str | None = None
    #: How far the host's clock is ahead of the server's clock.
    clock_skew_milliseconds: int | None = None
    #: True if the clocks differ by more than five minutes.
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
    #: True if the workload ran before but was not found when the node was checked.
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
    #: Why the last attempt ended.
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
    #: The topology as JSON text, described by contracts/node-topology.json.
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
    #: The type of the subject, one of `allocation`, `reservation`, `budget`, `balance`, `statement` or `node`.
    subject_type: str | None = None
    #: The ID of the subject. For a budget it is the project's, and for a balance the tenant's.
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
    """A SKU as offered to a project."""

    name: str
    title: str
    shape: CapacityShape
    gpu_model: str
    mig_profile: str | None = None
    #: The memory of one GPU or MIG instance. Absent for unknown models.
    gpu_memory_bytes: int | None = None
    #: The most power one GPU draws according to its data sheet. Absent for unknown models.
    gpu_power_watts: int | None = None
    #: How the GPUs of one host are connected, for example `NVLink 900 GB/s`. Absent for unknown models and for MIG instances.
    interconnect: str | None = None
    #: The median wait of the last 20 requests for the SKU, of any size, that got capacity after waiting in the queue, counting 30 days back. Absent if fewer than three did.
    typical_wait_seconds: int | None = None
    #: True if the fleet has GPUs of this kind, free or not. A request for a SKU without any waits until an operator adds some.
    in_fleet: bool
    counts: List[int]
    gpus_per_unit: int
    unit: SkuUnit
    region: str | None = None
    zone: str | None = None
    isolation: IsolationModel
    images: List[str]
    price: Price | None = None
    #: For each count, how many allocations without a time limit could be created now, one after the other. The number is zero while other requests wait for the SKU; otherwise it excludes capacity needed for reservations of the same GPUs. A request with a time limit may get more. The tenant's quota and credit are not considered.
    available: List[AvailableCapacity]


@dataclass(frozen=True, kw_only=True)
class OfferList:
    items: List[Offer]


@dataclass(frozen=True, kw_only=True)
class OperatorEvent:
    #: The event type, as in the event contract.
    type: str
    #: The type of the resource that changed, for example node or allocation.
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
    #: An address that sends forwarded headers but is not configured as a proxy, so that all clients behind it count as one. Absent if the responding process saw none.
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
    #: The URL of the checkout page.
    checkout_url: str | None = None
    #: Why the payment failed.
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
    #: Why this place was chosen, or the sentence shown to the user if there is none.
    reasons: List[str]
    #: Verdicts by node name, matching nodes first, at most 500.
    verdicts: List[NodeVerdict]
    nodes_not_shown: int


class PlacementStrategy(str, Enum):
    BEST_FIT = 'best_fit'
    SPREAD = 'spread'
    PACK = 'pack'


@dataclass(frozen=True, kw_only=True)
class PlannedArtifact:
    #: Unique within the version of the app.
    name: str
    kind: ArtifactKind
    #: Refuse an artifact larger than this. Default: the largest size that policy permits.
    size_bytes_max: int | None = None
    #: Refuse a manifest with another digest.
    expected_digest: str | None = None


@dataclass(frozen=True, kw_only=True)
class PlatformKey:
    id: UUID
    name: str
    kind: PublisherKeyKind
    #: SHA-256 of the key in hex.
    fingerprint: str
    pem: str
    state: PublisherKeyState
    created_at: datetime
    created_by: str
    #: When a second person confirmed the key. It counts from then on.
    confirmed_at: datetime | None = None
    confirmed_by: str | None = None
    retired_at: datetime | None = None
    revoked_at: datetime | None = None
    revoked_by: str | None = None
    revocation_reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class PlatformKeyPage:
    items: List[PlatformKey]
    next_cursor: str | None = None


class PlatformRole(str, Enum):
    PLATFORM_ADMIN = 'platform_admin'
    OPERATOR = 'operator'
    AUDITOR = 'auditor'
    FINANCE = 'finance'
    REVIEWER = 'reviewer'


@dataclass(frozen=True, kw_only=True)
class Policy:
    key: str
    type: PolicyType
    #: The value in effect.
    value: str
    source: PolicySource
    default_value: str
    minimum: str | None = None
    maximum: str | None = None
    allowed: List[str] | None = None
    unit: str | None = None
    #: The scopes at which the key can be overridden.
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
    #: A path on this server that documents the error code.
    type: str
    title: str
    status: int
    #: The specific cause of this error, and what to do next.
    detail: str | None = None
    instance: str | None = None
    #: A stable code from the error catalogue.
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
class ProjectEntitlement:
    project_id: UUID
    app: str
    versions: str
    overlay: str | None = None
    instances_max: int | None = None
    gpus_max: int | None = None
    roles: List[DeployRole]
    changed_at: datetime
    changed_by: str


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
class PublishAppVersion:
    channel: AppChannelName


@dataclass(frozen=True, kw_only=True)
class PublishIntent:
    id: UUID
    project_id: UUID
    app: str
    version: str
    state: PublishIntentState
    artifacts: List[PlannedArtifact]
    #: The address of the registry, for example https://registry.example.com.
    registry_url: str
    #: The repository to push to. Tags in it are free to choose.
    repository: str
    #: The password for OCI clients, with any user name. Shown only once. Absent in a repeated response.
    secret: str | None = None
    created_at: datetime
    created_by: str
    expires_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PublishIntentPage:
    items: List[PublishIntent]
    next_cursor: str | None = None


class PublishIntentState(str, Enum):
    OPEN = 'open'
    COMPLETED = 'completed'
    CANCELED = 'canceled'
    EXPIRED = 'expired'


@dataclass(frozen=True, kw_only=True)
class PublishedArtifacts:
    artifacts: List[Artifact]


@dataclass(frozen=True, kw_only=True)
class Publisher:
    id: UUID
    tenant_id: UUID
    namespace: str
    name: str
    contact: str | None = None
    #: Whether an operator has verified who the publisher is.
    verified: bool
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class PublisherKey:
    id: UUID
    publisher_id: UUID
    name: str
    kind: PublisherKeyKind
    #: SHA-256 in hex, of the key or of the certificate.
    fingerprint: str
    pem: str
    state: PublisherKeyState
    created_at: datetime
    created_by: str
    retired_at: datetime | None = None
    revoked_at: datetime | None = None
    revoked_by: str | None = None
    revocation_reason: str | None = None
    #: When a second person confirmed the key.
    confirmed_at: datetime | None = None
    confirmed_by: str | None = None


class PublisherKeyKind(str, Enum):
    P256 = 'p256'
    P384 = 'p384'
    ED25519 = 'ed25519'
    RSA = 'rsa'
    CERTIFICATE = 'certificate'


@dataclass(frozen=True, kw_only=True)
class PublisherKeyPage:
    items: List[PublisherKey]
    next_cursor: str | None = None


class PublisherKeyState(str, Enum):
    ACTIVE = 'active'
    RETIRED = 'retired'
    REVOKED = 'revoked'


@dataclass(frozen=True, kw_only=True)
class PublisherPage:
    items: List[Publisher]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class PushedArtifact:
    name: str
    #: The digest of the pushed manifest or index.
    digest: str


@dataclass(frozen=True, kw_only=True)
class QueueOverview:
    #: Waiting requests by SKU, longest wait first, at most 50.
    waiting: List[WaitingForSku]
    #: The number of allocations in each state, without those that have ended.
    allocations: List[AllocationStateCount]
    #: Allocations that have exceeded the time limit of their phase.
    stuck: int
    #: Allocations that are currently not working.
    degraded: int


@dataclass(frozen=True, kw_only=True)
class Reconciliation:
    id: int
    made_at: datetime
    starts_at: datetime
    ends_at: datetime
    currency: str
    #: The number of movements at the provider in that period.
    movements: int
    #: The balance of the clearing account.
    ledger_nanos: int
    #: The amount the provider holds for the platform.
    provider_nanos: int
    #: Refunds that are booked but not yet made by the provider.
    in_flight_nanos: int
    #: The unexplained difference. Zero is correct.
    off_nanos: int
    differences: List[str]
    #: Provider operations that have failed permanently.
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
    #: The name of the user or service account, even after it was removed. Absent if the ID is unknown.
    opened_by_name: str | None = None
    began_at: datetime
    #: Absent until the end of the recording has arrived.
    ended_at: datetime | None = None
    #: Why the terminal ended.
    end_reason: str | None = None
    #: The width of the window at the start.
    columns: int
    rows: int
    #: The number of segments received.
    segments: int
    #: The total size of the received segments.
    bytes: int
    #: The time span of the received segments.
    duration_millis: int
    #: True if keyboard input is also recorded.
    records_input: bool
    #: True if the terminal must end when it cannot be recorded.
    is_strict: bool
    #: When the recording is deleted, but never before it ends. The retention period restarts when it ends.
    delete_after: datetime


@dataclass(frozen=True, kw_only=True)
class RecordingPage:
    items: List[Recording]
    #: Absent on the last page.
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class RecordingSegment:
    number: int
    #: The start of the segment, in milliseconds since the start of the recording.
    from_millis: int
    to_millis: int
    #: The offset of the segment's first byte of output.
    from_offset: int
    to_offset: int
    bytes: int
    sha256: str
    #: True if the segment contains the digest of the previous segment.
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
class RejectedSignature:
    signature_digest: str
    #: For example wrong_predicate or revoked_key.
    reason: str


@dataclass(frozen=True, kw_only=True)
class ReleaseSignature:
    key_id: str
    #: The signature, in Base64.
    signature: str


@dataclass(frozen=True, kw_only=True)
class RenameSshKey:
    #: Must not contain control or invisible characters.
    name: str


@dataclass(frozen=True, kw_only=True)
class ReportUsage:
    #: The program that counts usage. Record IDs are unique per producer.
    producer: str
    records: List[NewUsageRecord]


@dataclass(frozen=True, kw_only=True)
class RequestApp:
    #: Namespace and name, for example acme/vllm.
    app: str
    message: str


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
    """`planned` has not started. `fulfilled` became an allocation. `missed` could not become one; see the reason."""

    PLANNED = 'planned'
    FULFILLED = 'fulfilled'
    CANCELED = 'canceled'
    MISSED = 'missed'


@dataclass(frozen=True, kw_only=True)
class RetireSku:
    reason: str


@dataclass(frozen=True, kw_only=True)
class ReviewAppVersion:
    outcome: AppReviewOutcome
    message: str
    #: The digest of the content that you read, as the review shows it. An approval needs it.
    digest: str | None = None
    #: The ids of the points agreed to. An approval needs all of them.
    agreed: List[str] | None = None


@dataclass(frozen=True, kw_only=True)
class ReviewPoint:
    #: The value for agreed.
    id: str
    code: str
    pointer: str
    message: str


@dataclass(frozen=True, kw_only=True)
class RevokeAccess:
    reason: str


@dataclass(frozen=True, kw_only=True)
class RevokePublisherKey:
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
    #: Why the rollout is in this state.
    reason: str | None = None
    #: The current wave. Wave 0 is the canaries.
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
    #: The permissions the credential can use, limited to those of a project administrator.
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
class SetAllocationDefaults:
    """An absent field means that new allocations have no such limit."""

    max_duration_seconds: int | None = None
    idle_release_seconds: int | None = None


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
    #: The value as text, in the format of the key's type.
    value: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class SetProjectEntitlement:
    #: Range of versions, for example \">=1.4 <2\"; \"*\" is every version.
    versions: str
    #: A JSON Schema in JSON that narrows the parameters.
    overlay: str | None = None
    instances_max: int | None = None
    gpus_max: int | None = None
    #: Roles that may use the app. Default: all.
    roles: List[DeployRole] | None = None


@dataclass(frozen=True, kw_only=True)
class SetProjectMember:
    role: ProjectRole


@dataclass(frozen=True, kw_only=True)
class SetSkuVisibility:
    #: The tenants that can see the SKU. The default is all tenants.
    tenant_ids: List[UUID] | None = None


@dataclass(frozen=True, kw_only=True)
class SetSlotMode:
    mode: SlotMode


@dataclass(frozen=True, kw_only=True)
class SetTenantEntitlement:
    #: False withholds the app from the tenant.
    granted: bool
    #: Range of versions, for example \">=1.4 <2\"; \"*\" is every version.
    versions: str
    may_share_by_link: bool | None = None
    may_be_public: bool | None = None


@dataclass(frozen=True, kw_only=True)
class SetTenantMember:
    role: TenantRole


@dataclass(frozen=True, kw_only=True)
class ShortTenant:
    tenant_id: UUID
    currency: str
    level: BalanceLevel
    #: When the tenant's allocations will be released.
    deadline: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class SignatureEvidence:
    #: cosign_simple_signing, sigstore_bundle_dsse, sigstore_bundle_message or notation_jws.
    format: str
    #: The key or certificate of the publisher, or the platform's key.
    key_id: str
    #: SHA-256 of the key that made the signature.
    fingerprint: str
    #: The digest of the manifest that carries the signature.
    signature_digest: str
    predicate_type: str | None = None
    #: publisher or platform.
    holder: str | None = None


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
    #: The tenants that can see the SKU. Absent if all tenants can see it.
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
    """The resources included with one unit. A unit is a GPU of a slice, a host, or a MIG instance."""

    vcpus: int
    memory_bytes: int
    nvme_bytes: int


@dataclass(frozen=True, kw_only=True)
class Slot:
    """One GPU of a node, and the allocations that hold it."""

    number: int
    node_id: UUID
    node_name: str
    region: str
    zone: str
    gpu_uuid: str
    pci_address: str
    model: str
    #: -1 if unknown.
    numa_node: int
    #: The disk paired with the GPU.
    nvme: str | None = None
    #: The fabric port paired with the GPU.
    nic: str | None = None
    mode: SlotMode
    state: SlotState
    reason: str | None = None
    #: The number of the GPU's latest lease.
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
class SshConnectionAccess:
    stream_id: UUID
    #: The WebSocket URL to connect to.
    url: str
    #: The Origin header to send from clients other than browsers.
    origin: str
    #: The token. Shown only once. Absent in a repeated response.
    secret: str | None = None
    #: When the token expires.
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class SshKey:
    id: UUID
    name: str
    #: The OpenSSH key type, for example `ssh-ed25519`.
    type: str
    bits: int
    #: The fingerprint as printed by `ssh-keygen -l`, `SHA256:…`.
    fingerprint: str
    #: Empty if the key had no comment.
    comment: str
    #: The type and key, without the comment.
    public_key: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class SshKeyPage:
    items: List[SshKey]
    #: Absent on the last page.
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class StartCommand:
    #: The program and its arguments, at most 64 KiB together. No shell interprets them.
    argv: List[str]
    #: Variables added to the login's environment, at most 32 KiB together. They are neither shown nor audited.
    environment: Dict[str, str] | None = None
    #: Where the program starts, relative to the home directory. Default: the home directory.
    working_directory: str | None = None
    #: Whether a client sends standard input over the stream. Default: false, the program reads the end of its input at once.
    stdin: bool | None = None


@dataclass(frozen=True, kw_only=True)
class StartFileTransfer:
    direction: FileTransferDirection
    #: The path in the home directory, for example data/train.csv. It must be relative and must not contain `..`.
    path: str
    #: The size of the file. Required for uploads.
    bytes: int | None = None
    #: The SHA-256 digest of the file. Required for uploads. The node verifies it before the file appears under its name.
    sha256: str | None = None
    #: True to download a list of the folder at `path`, as JSON with at most 5,000 entries, instead of a file. The path `.` is the home directory. Only for downloads.
    listing: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Statement:
    id: UUID
    #: One of statement or credit_note.
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
class SuspendApps:
    #: The publisher.
    namespace: str
    #: One app of the publisher. Default: all.
    app_name: str | None = None
    #: One version of the app. Default: all.
    version: str | None = None
    reason: str


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
    """Amounts are in billionths of the currency unit."""

    currency: str
    #: Paid and not yet used. Negative if usage exceeds payments.
    credit_nanos: int
    promotional_nanos: int
    #: Set aside for allocations that have started.
    held_nanos: int
    #: Available for new allocations.
    available_nanos: int
    #: Used and charged.
    accrued_nanos: int
    #: Owed for usage without credit.
    owed_nanos: int
    #: The hourly cost of everything that runs now.
    burn_nanos_per_hour: int
    #: How long the credit lasts at this rate. Absent if nothing runs.
    seconds_left: int | None = None
    level: BalanceLevel
    #: When allocations are released unless credit is added.
    deadline: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class TenantBalances:
    items: List[TenantBalance]


@dataclass(frozen=True, kw_only=True)
class TenantEntitlement:
    tenant_id: UUID
    app: str
    granted: bool
    versions: str
    may_share_by_link: bool
    may_be_public: bool
    changed_at: datetime
    changed_by: str


@dataclass(frozen=True, kw_only=True)
class TenantEntitlementPage:
    items: List[TenantEntitlement]
    next_cursor: str | None = None


@dataclass(frozen=True, kw_only=True)
class TenantLeftOut:
    tenant_id: UUID
    since: datetime
    #: The time up to which usage is charged. Absent if the problem is a month that cannot be closed.
    charged_until: datetime | None = None
    #: The month that cannot be closed, for example 2026-01.
    month: str | None = None
    #: The error from the database or the ledger.
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
    #: The name of the user or service account, even after it was removed. Absent if the ID is unknown.
    opened_by_name: str | None = None
    opened_at: datetime
    #: When the terminal ends at the latest.
    ends_at: datetime
    ended_at: datetime | None = None
    #: Why the terminal ended, for example closed, exited, idle, detached, time_is_up, released, agent_ended or host_lost. Absent if unknown.
    end_reason: str | None = None
    #: The exit code of the shell, if it exited by itself.
    exit_code: int | None = None


@dataclass(frozen=True, kw_only=True)
class TerminalAccess:
    terminal: Terminal
    stream_id: UUID
    #: The WebSocket URL to connect to.
    url: str
    #: The Origin header to send from clients other than browsers.
    origin: str
    #: The token. Shown only once. Absent in a repeated response.
    secret: str | None = None
    #: When the token expires.
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
    #: Oldest first, at most 200 of each kind.
    entries: List[TraceEntry]
    #: True if there are more entries.
    truncated: bool
    #: False if an external bus stores published events. Only events that are still being delivered are then included.
    events_included: bool


@dataclass(frozen=True, kw_only=True)
class TraceEntry:
    at: datetime
    kind: TraceKind
    #: The audited action, event type, or task type.
    name: str
    #: The outcome of an audited action, `waiting` or `published` for an event, or the state of a dead letter or task.
    state: str
    #: The error, if there was one.
    text: str | None = None
    #: The resource concerned.
    subject: str | None = None
    actor_id: str | None = None
    #: The actor's current name, if the actor belongs to the requested tenant or project. Platform operators see every actor's name.
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
class TransferCharge:
    """The basis of a transfer for the usage of an allocation. Absent for other transfers."""

    sku: str
    starts_at: datetime
    ends_at: datetime
    gpus: int
    #: Charged seconds in the period. Negative if they were returned.
    seconds: int
    #: The price of one GPU for an hour.
    gpu_hour_nanos: int | None = None


@dataclass(frozen=True, kw_only=True)
class TroubledNode:
    node_id: UUID
    name: str
    state: NodeState
    reason: str | None = None
    #: When the node entered this state.
    since: datetime


@dataclass(frozen=True, kw_only=True)
class UnreadCount:
    unread: int


@dataclass(frozen=True, kw_only=True)
class UpdateAllocation:
    name: str | None = None
    #: Replaces all existing labels.
    labels: Dict[str, str] | None = None
    #: The allocation is released automatically this long from now or, if it is not active yet, from when it becomes active; at least 60. 0 removes the time limit.
    time_limit_seconds: int | None = None
    #: The allocation is released automatically once all its GPUs have been idle for this long; at least 600. 0 removes the limit; a limit set by the operator still applies.
    idle_release_seconds: int | None = None


@dataclass(frozen=True, kw_only=True)
class UpdateApp:
    visibility: AppVisibility
    categories: List[str]


@dataclass(frozen=True, kw_only=True)
class UpdateProject:
    name: str


@dataclass(frozen=True, kw_only=True)
class UpdateServiceAccount:
    name: str
    #: The permissions the credential can use, limited to those of a project administrator.
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
    #: The version that was read. The request fails if the SKU has changed since.
    version: int


@dataclass(frozen=True, kw_only=True)
class UpdateTenant:
    name: str


@dataclass(frozen=True, kw_only=True)
class UploadAgentReleasePart:
    #: The part number, starting at 0.
    number: int
    #: The bytes of the part, in Base64.
    bytes: str


@dataclass(frozen=True, kw_only=True)
class UsageOutcome:
    record_id: str
    #: One of accepted, duplicate (the same record was accepted before) or refused.
    outcome: str
    #: Why the record was refused, for example in_the_future.
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
    #: The quantity in the measure's own unit.
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
    #: The username to sign in with. Absent if the user signs in with an external provider.
    username: str | None = None
    #: The verified email address.
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
    #: The password. Shown only once. Absent in a repeated response.
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
    """For a consumer on NATS, also counts events of other types in its streams, which it will skip."""

    #: At most 10,000.
    count: int
    #: True if there are more events than were counted.
    more: bool
    #: When the oldest event started waiting. Absent if there is none.
    oldest_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class WaitingForSku:
    sku: str
    allocations: int
    gpus: int
    #: When the oldest of these requests started waiting.
    oldest_at: datetime
