package io.gpuaas.controlplane.policy;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.api.Lane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The registry: every policy key there is. */
public final class PolicyKeys {

    private static final String PER_MINUTE = "requests per minute";
    private static final long RATE_MAX = 100_000_000;
    private static final long QUOTA_MAX = 100_000;
    private static final long LOGIN_LIMIT_MAX = 4_000_000;

    /** Enough for the loaders of eight GPUs with a thread for every core; a fork bomb ends before the host does. */
    private static final long LOGIN_PROCESSES_USUAL = 32_768;

    public static final PolicyKey<Long> RATE_LIMIT_DEFAULT = PolicyKey.integer(
            "rate_limit.default_requests_per_minute",
            1200,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many ordinary requests one caller may make.");
    public static final PolicyKey<Long> RATE_LIMIT_FINANCIAL = PolicyKey.integer(
            "rate_limit.financial_requests_per_minute",
            60,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many requests that move money one caller may make.");
    public static final PolicyKey<Long> RATE_LIMIT_ADMIN = PolicyKey.integer(
            "rate_limit.admin_requests_per_minute",
            600,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many platform administration requests one caller may make.");
    public static final PolicyKey<Long> RATE_LIMIT_TERMINAL = PolicyKey.integer(
            "rate_limit.terminal_token_requests_per_minute",
            10,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many terminal tokens one caller may ask for.");
    public static final PolicyKey<Long> RATE_LIMIT_ANONYMOUS = PolicyKey.integer(
            "rate_limit.anonymous_requests_per_minute",
            120,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many requests without a valid credential one address may make.");
    public static final PolicyKey<Long> RATE_LIMIT_MINT = PolicyKey.integer(
            "rate_limit.mint_requests_per_minute",
            600,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many tokens one key of a service account may mint, once it was proven from the address that asks.");
    public static final PolicyKey<Duration> IDEMPOTENCY_RETENTION = PolicyKey.duration(
            "idempotency.retention",
            Duration.ofHours(24),
            Duration.ofHours(1),
            Duration.ofDays(30),
            List.of(GLOBAL),
            "How long the answer to a request with an Idempotency-Key is kept for replay.");
    public static final PolicyKey<Duration> IDEMPOTENCY_IN_FLIGHT_WAIT = PolicyKey.duration(
            "idempotency.in_flight_wait",
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ofSeconds(60),
            List.of(GLOBAL),
            "How long a repeated request waits for its unfinished twin before it is told to come back.");
    public static final PolicyKey<Long> SSH_KEYS_PER_USER_MAX = PolicyKey.integer(
            "access.ssh_keys_per_user_max",
            20,
            1,
            200,
            "keys",
            List.of(GLOBAL),
            "How many SSH public keys a user may have. Lowering it removes no key.");
    public static final PolicyKey<Long> QUOTA_GPUS_MAX = PolicyKey.integer(
            "quota.gpus_max",
            16,
            0,
            QUOTA_MAX,
            "GPUs",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many GPUs may be held at a time: by each project, and by a tenant in all its projects together.");
    public static final PolicyKey<Long> QUOTA_ALLOCATIONS_MAX = PolicyKey.integer(
            "quota.allocations_max",
            20,
            0,
            QUOTA_MAX,
            "allocations",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many allocations may be held at a time: by each project, and by a tenant in all its projects together.");
    public static final PolicyKey<Long> QUOTA_GPUS_PER_ALLOCATION_MAX = PolicyKey.integer(
            "quota.gpus_per_allocation_max",
            8,
            0,
            QUOTA_MAX,
            "GPUs",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many GPUs a single allocation may have.");
    public static final PolicyKey<Duration> INVITATION_LIFETIME = PolicyKey.duration(
            "identity.invitation_lifetime",
            Duration.ofDays(7),
            Duration.ofMinutes(5),
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT),
            "How long an invitation can be answered.");
    public static final PolicyKey<Long> INVITATIONS_OPEN_MAX = PolicyKey.integer(
            "identity.invitations_open_max",
            100,
            0,
            10_000,
            "invitations",
            List.of(GLOBAL, TENANT),
            "How many invitations of one tenant may wait for an answer.");
    public static final PolicyKey<Long> INVITATION_LETTERS_PER_DAY_MAX = PolicyKey.integer(
            "identity.invitation_letters_per_day_max",
            200,
            0,
            100_000,
            "letters",
            List.of(GLOBAL, TENANT),
            "How many invitation letters one tenant may send in 24 hours.");
    public static final PolicyKey<Duration> ACCESS_TOKEN_LIFETIME_MAX = PolicyKey.duration(
            "identity.access_token_lifetime_max",
            Duration.ofDays(365),
            Duration.ofHours(1),
            Duration.ofDays(3650),
            List.of(GLOBAL),
            "How far ahead the expiry of a personal access token may lie.");
    public static final PolicyKey<Long> ACCESS_TOKENS_MAX = PolicyKey.integer(
            "identity.access_tokens_max",
            50,
            0,
            1_000,
            "tokens",
            List.of(GLOBAL),
            "How many personal access tokens one person may hold at a time.");
    public static final PolicyKey<String> SECOND_FACTOR = PolicyKey.choice(
            "sign_in.second_factor",
            List.of("optional", "platform_roles", "everybody"),
            List.of(GLOBAL),
            "Who must show a second factor when signing in here: those who added one (optional), also everybody with a"
                    + " role on the platform, or everybody. Sign-ins without one that is demanded end at once; people"
                    + " without a factor add one at their next sign-in. An outside issuer has rules of its own.");
    public static final PolicyKey<Long> SERVICE_ACCOUNTS_MAX = PolicyKey.integer(
            "identity.service_accounts_max",
            100,
            0,
            10_000,
            "service accounts",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many service accounts one project may have.");

    public static final PolicyKey<Long> NODE_ECC_ERRORS_MAX = PolicyKey.integer(
            "nodes.ecc_uncorrected_max",
            0,
            0,
            1_000_000,
            "errors",
            List.of(GLOBAL),
            "How many uncorrected ECC errors a GPU may report before it counts as faulty.");
    public static final PolicyKey<Long> NODE_QUARANTINE_ON_FAULT = PolicyKey.integer(
            "nodes.quarantine_on_fault",
            1,
            0,
            1,
            "1 for yes",
            List.of(GLOBAL),
            "Whether a node is quarantined when one of its GPUs becomes faulty.");
    public static final PolicyKey<Long> NODE_FAULT_REPORTS_MAX = PolicyKey.integer(
            "nodes.fault_reports_max",
            3,
            0,
            100,
            "tenants",
            List.of(GLOBAL),
            "How many tenants may report a GPU within 30 days that its host then finds well, before it waits for an"
                    + " operator instead of being sold again. A tenant counts once. 0: it is always sold again.");
    public static final PolicyKey<Duration> NODE_SAMPLES_RETENTION = PolicyKey.duration(
            "nodes.samples_retention",
            Duration.ofDays(30),
            Duration.ofDays(1),
            Duration.ofDays(400),
            List.of(GLOBAL),
            "How long samples of nodes and GPUs are kept.");
    public static final PolicyKey<String> PLACEMENT_STRATEGY = PolicyKey.choice(
            "placement.strategy",
            List.of("best_fit", "spread", "pack"),
            List.of(GLOBAL, TENANT),
            "What is preferred among places that fit: best_fit keeps whole hosts, fours and pairs free; pack fills"
                    + " the fullest host first; spread takes the emptiest.");

    public static final PolicyKey<Duration> ALLOCATION_IDLE_RELEASE_AFTER = PolicyKey.duration(
            "allocations.idle_release_after",
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long all GPUs of an allocation may do nothing before it is released. Zero: it is not.");

    public static final PolicyKey<Duration> ALLOCATION_LOST_AFTER = PolicyKey.duration(
            "allocations.lost_after",
            Duration.ofDays(7),
            Duration.ZERO,
            Duration.ofDays(365),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long the node of an allocation may be away before the allocation is given up. Zero: it is not.");

    public static final PolicyKey<Duration> ALLOCATION_TURNAROUND = PolicyKey.duration(
            "allocations.turnaround",
            Duration.ofMinutes(10),
            Duration.ZERO,
            Duration.ofDays(1),
            List.of(GLOBAL),
            "How long an allocation is taken to need until it is active, and once more until its GPUs are given back, where"
                    + " capacity is promised for later.");

    public static final PolicyKey<Duration> QUEUE_PATIENCE = PolicyKey.duration(
            "allocations.queue_patience",
            Duration.ofMinutes(15),
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL),
            "How long the first of a queue waits before a place is kept for it from those who buy the same GPUs otherwise;"
                    + " after as long again it is one more. Zero: none is.");

    public static final PolicyKey<String> ALLOCATION_SUDO = PolicyKey.choice(
            "allocations.sudo",
            List.of("where_rebuilt", "always", "never"),
            List.of(GLOBAL, TENANT, PROJECT),
            "Whether logins of new allocations may become root: where_rebuilt only in slices and on hosts that are"
                    + " built anew afterwards, always, or never.");

    public static final PolicyKey<Long> LOGIN_PROCESSES_MAX = PolicyKey.integer(
            "allocations.login_processes_max",
            LOGIN_PROCESSES_USUAL,
            0,
            LOGIN_LIMIT_MAX,
            "processes",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many processes the login of a new allocation may have on a host, at least 16. 0: as many as the host"
                    + " allows.");
    public static final PolicyKey<Long> LOGIN_OPEN_FILES_MAX = PolicyKey.integer(
            "allocations.login_open_files_max",
            0,
            0,
            LOGIN_LIMIT_MAX,
            "files",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many files a process of the login of a new allocation may have open on a host, at least 64. 0: as many"
                    + " as the host allows.");

    public static final PolicyKey<Duration> LEASE_RETENTION = PolicyKey.duration(
            "inventory.lease_retention",
            Duration.ofDays(400),
            Duration.ofDays(1),
            Duration.ofDays(3650),
            List.of(GLOBAL),
            "How long it is kept who held which GPU, after it was given back.");

    public static final PolicyKey<Duration> TERMINAL_LIFETIME_MAX = PolicyKey.duration(
            "terminal.lifetime_max",
            Duration.ofHours(12),
            Duration.ofMinutes(1),
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal may be open, whatever happens in it.");
    public static final PolicyKey<Duration> TERMINAL_IDLE_MAX = PolicyKey.duration(
            "terminal.idle_max",
            Duration.ofHours(2),
            Duration.ofMinutes(1),
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal may be open while nothing is typed or printed in it.");
    public static final PolicyKey<Duration> TERMINAL_DETACHED_MAX = PolicyKey.duration(
            "terminal.detached_max",
            Duration.ofMinutes(30),
            Duration.ZERO,
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal goes on while nobody is connected to it.");

    public static final PolicyKey<String> TERMINAL_RECORDING = PolicyKey.choice(
            "terminal.recording",
            List.of("off", "best_effort", "strict"),
            List.of(GLOBAL, TENANT, PROJECT),
            "Whether new terminals are recorded: best_effort goes on without and shows what is missing, strict ends a"
                    + " terminal that cannot be recorded.");
    public static final PolicyKey<String> TERMINAL_RECORD_INPUT = PolicyKey.choice(
            "terminal.record_input",
            List.of("off", "on"),
            List.of(GLOBAL, TENANT, PROJECT),
            "Whether recordings hold what is typed too, passwords included.");
    public static final PolicyKey<Duration> TERMINAL_RECORDING_RETENTION = PolicyKey.duration(
            "terminal.recording_retention",
            Duration.ofDays(90),
            Duration.ofDays(1),
            Duration.ofDays(3650),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long recordings of new terminals are kept.");

    /** Zero or at least one: every start creates the tables of the previous month if they are missing. */
    public static final PolicyKey<Long> AUDIT_RETENTION_MONTHS = PolicyKey.integer(
            "audit.retention_months",
            0,
            0,
            1_200,
            "months",
            List.of(GLOBAL),
            "How many whole months of the audit trail before the present one stay in the database. Older months are moved"
                    + " to the object store. 0 keeps all of them.");

    public static final PolicyKey<String> TERMINAL_FILE_TRANSFER = PolicyKey.choice(
            "terminal.file_transfer",
            List.of("on", "off"),
            List.of(GLOBAL, TENANT, PROJECT),
            "Whether files are carried into and out of allocations through gateways.");
    public static final PolicyKey<Long> TERMINAL_TRANSFER_MEGABYTES_MAX = PolicyKey.integer(
            "terminal.transfer_megabytes_max",
            1_024,
            1,
            1_000_000,
            "MB",
            List.of(GLOBAL, TENANT, PROJECT),
            "How large a file may be that is carried into or out of an allocation.");

    public static final PolicyKey<String> BILLING_PAYMENT_MODE = PolicyKey.choice(
            "billing.payment_mode",
            List.of("prepaid", "open"),
            List.of(GLOBAL, TENANT),
            "prepaid: without enough credit nothing begins, and what runs is released when the credit is gone. open: use"
                    + " is charged, and the credit may fall below zero.");
    public static final PolicyKey<String> BILLING_CURRENCY = PolicyKey.choice(
            "billing.currency",
            List.of("USD", "EUR", "GBP", "CHF"),
            List.of(GLOBAL, TENANT),
            "The currency a tenant pays in.");
    public static final PolicyKey<Long> BILLING_WINDOW_SECONDS = PolicyKey.integer(
            "billing.window_seconds",
            60,
            10,
            3_600,
            "seconds",
            List.of(GLOBAL),
            "How long the windows are by which use is charged.");
    public static final PolicyKey<Long> BILLING_HOLD_MINUTES = PolicyKey.integer(
            "billing.hold_minutes",
            30,
            0,
            1_440,
            "minutes",
            List.of(GLOBAL, TENANT),
            "For how long the credit must last before an allocation begins; so much is set aside for it.");
    public static final PolicyKey<String> BILLING_DEGRADED = PolicyKey.choice(
            "billing.degraded",
            List.of("free", "charged"),
            List.of(GLOBAL, TENANT),
            "Whether time in which an allocation does not work is charged.");
    public static final PolicyKey<Duration> BILLING_CATCH_UP_MAX = PolicyKey.duration(
            "billing.catch_up_max",
            Duration.ofDays(7),
            Duration.ofHours(1),
            Duration.ofDays(366),
            List.of(GLOBAL),
            "How much time is charged after the fact without asking: more looks like a clock that jumped, and waits.");
    public static final PolicyKey<Duration> BILLING_WARN_BEFORE = PolicyKey.duration(
            "billing.warn_before",
            Duration.ofHours(24),
            Duration.ZERO,
            Duration.ofDays(90),
            List.of(GLOBAL, TENANT),
            "How long before the credit is gone a tenant is warned.");
    public static final PolicyKey<Duration> BILLING_RELEASE_PENDING_BEFORE = PolicyKey.duration(
            "billing.release_pending_before",
            Duration.ofHours(1),
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT),
            "How long before the credit is gone a tenant is told when its allocations will be released.");
    public static final PolicyKey<Duration> BILLING_GRACE = PolicyKey.duration(
            "billing.grace",
            Duration.ofMinutes(15),
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT),
            "How long allocations run on after the credit is gone.");
    public static final PolicyKey<Long> BILLING_FREE_TIER = PolicyKey.integer(
            "billing.free_tier_monthly",
            0,
            0,
            1_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "What every tenant is given each month, to be used in that month.");

    public static final PolicyKey<Long> BILLING_APPROVAL_OVER = PolicyKey.integer(
            "billing.approval_over",
            1_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "From how much on within 24 hours what one person corrects or gives for a tenant has to be approved by somebody"
                    + " else. Zero: always.");
    public static final PolicyKey<Long> BILLING_APPROVAL_OVER_IN_ALL = PolicyKey.integer(
            "billing.approval_over_in_all",
            1_000,
            0,
            1_000_000_000,
            "units of any currency",
            List.of(GLOBAL),
            "The same for all tenants together. Zero: always.");
    public static final PolicyKey<Long> BILLING_COMMITMENT_DISCOUNT_MAX = PolicyKey.integer(
            "billing.commitment_discount_max",
            50,
            1,
            100,
            "percent",
            List.of(GLOBAL, TENANT),
            "The largest discount finance may agree on with a commitment. More is a gift that nobody approves.");
    public static final PolicyKey<Duration> USAGE_LATE_MAX = PolicyKey.duration(
            "usage.late_max",
            Duration.ofDays(7),
            Duration.ofMinutes(10),
            Duration.ofDays(45),
            List.of(GLOBAL, TENANT),
            "How long after its end a record of use by an app is still accepted.");
    public static final PolicyKey<Long> USAGE_DEBT_MAX = PolicyKey.integer(
            "usage.debt_max",
            0,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "How far below zero records of apps may take the credit of a tenant that pays in advance. What is set aside for"
                    + " machines, and what running ones cost within billing.release_pending_before, is left to them.");
    public static final PolicyKey<Long> USAGE_OPEN_DEBT_MAX = PolicyKey.integer(
            "usage.open_debt_max",
            1_000_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "The same for a tenant whose billing.payment_mode is open.");
    public static final PolicyKey<Long> USAGE_TENANT_DAILY_MAX = PolicyKey.integer(
            "usage.tenant_daily_max",
            100_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "How much all apps of a tenant may report on one day (UTC).");
    public static final PolicyKey<Long> USAGE_PROJECT_DAILY_MAX = PolicyKey.integer(
            "usage.project_daily_max",
            10_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT, PROJECT),
            "How much the apps of one project may report on one day (UTC).");
    public static final PolicyKey<Long> DOWNLOADS_AT_ONCE_MAX = PolicyKey.integer(
            "downloads.at_once_max",
            4,
            1,
            100,
            "downloads",
            List.of(GLOBAL, TENANT),
            "How many exports, recordings and documents of one tenant each control plane writes at a time.");
    public static final PolicyKey<Long> NOTIFICATION_DIGEST_OVER = PolicyKey.integer(
            "notifications.digest_over",
            3,
            1,
            1_000,
            "letters",
            List.of(GLOBAL),
            "How many letters of one kind somebody gets within notifications.digest_window; what comes after them waits and"
                    + " becomes one letter.");
    public static final PolicyKey<Duration> NOTIFICATION_DIGEST_WINDOW = PolicyKey.duration(
            "notifications.digest_window",
            Duration.ofMinutes(15),
            Duration.ofMinutes(1),
            Duration.ofDays(1),
            List.of(GLOBAL),
            "How long news wait to become one letter.");

    public static final List<PolicyKey<?>> ALL = List.of(
            RATE_LIMIT_DEFAULT,
            RATE_LIMIT_FINANCIAL,
            RATE_LIMIT_ADMIN,
            RATE_LIMIT_TERMINAL,
            RATE_LIMIT_ANONYMOUS,
            RATE_LIMIT_MINT,
            IDEMPOTENCY_RETENTION,
            IDEMPOTENCY_IN_FLIGHT_WAIT,
            SSH_KEYS_PER_USER_MAX,
            QUOTA_GPUS_MAX,
            QUOTA_ALLOCATIONS_MAX,
            QUOTA_GPUS_PER_ALLOCATION_MAX,
            INVITATION_LIFETIME,
            INVITATIONS_OPEN_MAX,
            INVITATION_LETTERS_PER_DAY_MAX,
            ACCESS_TOKEN_LIFETIME_MAX,
            ACCESS_TOKENS_MAX,
            SECOND_FACTOR,
            SERVICE_ACCOUNTS_MAX,
            NODE_ECC_ERRORS_MAX,
            NODE_QUARANTINE_ON_FAULT,
            NODE_FAULT_REPORTS_MAX,
            NODE_SAMPLES_RETENTION,
            ALLOCATION_IDLE_RELEASE_AFTER,
            ALLOCATION_LOST_AFTER,
            ALLOCATION_TURNAROUND,
            QUEUE_PATIENCE,
            ALLOCATION_SUDO,
            LOGIN_PROCESSES_MAX,
            LOGIN_OPEN_FILES_MAX,
            LEASE_RETENTION,
            PLACEMENT_STRATEGY,
            TERMINAL_LIFETIME_MAX,
            TERMINAL_IDLE_MAX,
            TERMINAL_DETACHED_MAX,
            TERMINAL_RECORDING,
            TERMINAL_RECORD_INPUT,
            TERMINAL_RECORDING_RETENTION,
            AUDIT_RETENTION_MONTHS,
            TERMINAL_FILE_TRANSFER,
            TERMINAL_TRANSFER_MEGABYTES_MAX,
            BILLING_PAYMENT_MODE,
            BILLING_CURRENCY,
            BILLING_WINDOW_SECONDS,
            BILLING_HOLD_MINUTES,
            BILLING_DEGRADED,
            BILLING_CATCH_UP_MAX,
            BILLING_WARN_BEFORE,
            BILLING_RELEASE_PENDING_BEFORE,
            BILLING_GRACE,
            BILLING_FREE_TIER,
            BILLING_APPROVAL_OVER,
            BILLING_APPROVAL_OVER_IN_ALL,
            BILLING_COMMITMENT_DISCOUNT_MAX,
            USAGE_LATE_MAX,
            USAGE_DEBT_MAX,
            USAGE_OPEN_DEBT_MAX,
            USAGE_TENANT_DAILY_MAX,
            USAGE_PROJECT_DAILY_MAX,
            DOWNLOADS_AT_ONCE_MAX,
            NOTIFICATION_DIGEST_OVER,
            NOTIFICATION_DIGEST_WINDOW);

    private static final Map<String, PolicyKey<?>> BY_NAME =
            ALL.stream().collect(Collectors.toMap(PolicyKey::name, Function.identity()));

    /** They decide what people may do, how long a credential lasts, or whether somebody looks on. */
    private static final Set<PolicyKey<?>> WIDEN_RIGHTS = Set.of(
            ALLOCATION_SUDO,
            ACCESS_TOKEN_LIFETIME_MAX,
            AUDIT_RETENTION_MONTHS,
            SECOND_FACTOR,
            TERMINAL_RECORDING,
            TERMINAL_RECORD_INPUT,
            TERMINAL_RECORDING_RETENTION);

    /** They give money or credit, or decide who else has to agree to that. */
    private static final Set<PolicyKey<?>> GIVE_MONEY = Set.of(
            BILLING_APPROVAL_OVER,
            BILLING_APPROVAL_OVER_IN_ALL,
            BILLING_COMMITMENT_DISCOUNT_MAX,
            BILLING_DEGRADED,
            BILLING_FREE_TIER,
            BILLING_GRACE,
            BILLING_PAYMENT_MODE,
            USAGE_DEBT_MAX,
            USAGE_OPEN_DEBT_MAX);

    private PolicyKeys() {}

    /** Whether setting the policy can give somebody rights or money, so that a narrowed credential must not. */
    public static boolean widensRights(String name) {
        return find(name).filter(WIDEN_RIGHTS::contains).isPresent() || givesMoney(name);
    }

    /** Whether setting the policy can give a tenant money or credit, which takes the right to do so. */
    public static boolean givesMoney(String name) {
        return find(name).filter(GIVE_MONEY::contains).isPresent();
    }

    static Optional<PolicyKey<?>> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The limit of a lane. */
    public static PolicyKey<Long> rateLimit(Lane lane) {
        return switch (lane) {
            case DEFAULT -> RATE_LIMIT_DEFAULT;
            case FINANCIAL -> RATE_LIMIT_FINANCIAL;
            case ADMIN -> RATE_LIMIT_ADMIN;
            case TERMINAL -> RATE_LIMIT_TERMINAL;
        };
    }
}
