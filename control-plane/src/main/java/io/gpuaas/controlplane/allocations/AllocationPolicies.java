package io.gpuaas.controlplane.allocations;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for quotas, the queue, the life of allocations and their logins. */
@Component
final class AllocationPolicies implements PolicyDeclarations {

    private static final long QUOTA_MAX = 100_000;
    private static final long LOGIN_LIMIT_MAX = 4_000_000;

    /** Enough for the loaders of eight GPUs with a thread for every core; a fork bomb ends before the host does. */
    private static final long LOGIN_PROCESSES_DEFAULT = 32_768;

    static final PolicyKey<Long> QUOTA_GPUS_MAX = PolicyKey.integer(
            "quota.gpus_max",
            16,
            0,
            QUOTA_MAX,
            "GPUs",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many GPUs each project, and a tenant in all its projects together, may hold at a time.");

    static final PolicyKey<Long> QUOTA_ALLOCATIONS_MAX = PolicyKey.integer(
            "quota.allocations_max",
            20,
            0,
            QUOTA_MAX,
            "allocations",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many allocations each project, and a tenant in all its projects together, may hold at a time.");

    static final PolicyKey<Long> QUOTA_GPUS_PER_ALLOCATION_MAX = PolicyKey.integer(
            "quota.gpus_per_allocation_max",
            8,
            0,
            QUOTA_MAX,
            "GPUs",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many GPUs a single allocation may have.");

    static final PolicyKey<Duration> QUEUE_PATIENCE = PolicyKey.duration(
            "allocations.queue_patience",
            Duration.ofMinutes(15),
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL),
            "How long the oldest request in a queue waits before GPUs are reserved for it ahead of other requests."
                    + " After twice this time GPUs are reserved in a second place. Zero: nothing is reserved.");

    static final PolicyKey<Duration> TURNAROUND = PolicyKey.duration(
            "allocations.turnaround",
            Duration.ofMinutes(10),
            Duration.ZERO,
            Duration.ofDays(1),
            List.of(GLOBAL),
            "The time that reservations and forecasts assume an allocation needs to become active, and again to free"
                    + " its GPUs after release.");

    static final PolicyKey<Duration> IDLE_RELEASE_AFTER = PolicyKey.duration(
            "allocations.idle_release_after",
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long all GPUs of an allocation may be idle before it is released. The holder may set a shorter time."
                    + " Zero: only the holder's setting applies.");

    static final PolicyKey<Duration> TIME_LIMIT_MAX = PolicyKey.duration(
            "allocations.time_limit_max",
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofDays(365),
            List.of(GLOBAL, TENANT, PROJECT),
            "The longest time limit of an allocation, and the default if none is set. Reservations end with their"
                    + " window instead. Zero: no limit.");

    static final PolicyKey<Duration> SNOOZE = PolicyKey.duration(
            "allocations.snooze",
            Duration.ofHours(1),
            Duration.ofMinutes(5),
            Duration.ofDays(1),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a snooze postpones the automatic release of an allocation.");

    static final PolicyKey<Duration> LOST_AFTER = PolicyKey.duration(
            "allocations.lost_after",
            Duration.ofDays(7),
            Duration.ZERO,
            Duration.ofDays(365),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long the node of an allocation may be unreachable before the allocation is abandoned. Zero: never.");

    static final PolicyKey<Long> FAULT_REPORTS_MAX = PolicyKey.integer(
            "nodes.fault_reports_max",
            3,
            0,
            100,
            "tenants",
            List.of(GLOBAL),
            "How many tenants may report a fault of a GPU within 30 days while its host finds none. After that the"
                    + " GPU is sold again only once an operator has cleared it. 0: it is always sold again.");

    static final PolicyKey<String> SUDO = PolicyKey.choice(
                    "allocations.sudo",
                    List.of("where_rebuilt", "always", "never"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether logins of new allocations may use sudo. where_rebuilt: only in slices and on hosts that"
                            + " are rebuilt afterwards.")
            .wideningRights();

    static final PolicyKey<Long> LOGIN_PROCESSES_MAX = PolicyKey.integer(
            "allocations.login_processes_max",
            LOGIN_PROCESSES_DEFAULT,
            0,
            LOGIN_LIMIT_MAX,
            "processes",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many processes the login of a new allocation may run on a host, at least 16. 0: only the host's own"
                    + " limit applies.");

    static final PolicyKey<Long> LOGIN_OPEN_FILES_MAX = PolicyKey.integer(
            "allocations.login_open_files_max",
            0,
            0,
            LOGIN_LIMIT_MAX,
            "files",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many files each process of the login of a new allocation may have open on a host, at least 64. 0:"
                    + " only the host's own limit applies.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(
                QUOTA_GPUS_MAX,
                QUOTA_ALLOCATIONS_MAX,
                QUOTA_GPUS_PER_ALLOCATION_MAX,
                QUEUE_PATIENCE,
                TURNAROUND,
                IDLE_RELEASE_AFTER,
                TIME_LIMIT_MAX,
                SNOOZE,
                LOST_AFTER,
                FAULT_REPORTS_MAX,
                SUDO,
                LOGIN_PROCESSES_MAX,
                LOGIN_OPEN_FILES_MAX);
    }
}
