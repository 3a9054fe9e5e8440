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
            "How many GPUs may be held at a time: by each project, and by a tenant in all its projects together.");

    static final PolicyKey<Long> QUOTA_ALLOCATIONS_MAX = PolicyKey.integer(
            "quota.allocations_max",
            20,
            0,
            QUOTA_MAX,
            "allocations",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many allocations may be held at a time: by each project, and by a tenant in all its projects together.");

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
            "How long the first request of a queue waits before a place is reserved for it ahead of other buyers of the same"
                    + " GPUs. After the same time again a second place is reserved. Zero: none is.");

    static final PolicyKey<Duration> TURNAROUND = PolicyKey.duration(
            "allocations.turnaround",
            Duration.ofMinutes(10),
            Duration.ZERO,
            Duration.ofDays(1),
            List.of(GLOBAL),
            "How long an allocation is assumed to need until it is active, and again until its GPUs are free, where"
                    + " capacity is promised for later.");

    static final PolicyKey<Duration> IDLE_RELEASE_AFTER = PolicyKey.duration(
            "allocations.idle_release_after",
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long all GPUs of an allocation may do nothing before it is released; its holder may set less. Zero: as"
                    + " long as its holder says.");

    static final PolicyKey<Duration> TIME_LIMIT_MAX = PolicyKey.duration(
            "allocations.time_limit_max",
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofDays(365),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long an allocation may be active at most; one without a time limit gets this one. Reservations end with"
                    + " their window. Zero: without bound.");

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
            "How long the node of an allocation may be away before the allocation is abandoned. Zero: for ever.");

    static final PolicyKey<Long> FAULT_REPORTS_MAX = PolicyKey.integer(
            "nodes.fault_reports_max",
            3,
            0,
            100,
            "tenants",
            List.of(GLOBAL),
            "How many tenants may report a GPU within 30 days that its host then finds well, before it waits for an"
                    + " operator instead of being sold again. A tenant counts once. 0: it is always sold again.");

    static final PolicyKey<String> SUDO = PolicyKey.choice(
                    "allocations.sudo",
                    List.of("where_rebuilt", "always", "never"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether logins of new allocations may become root: where_rebuilt only in slices and on hosts that are"
                            + " rebuilt afterwards, always, or never.")
            .wideningRights();

    static final PolicyKey<Long> LOGIN_PROCESSES_MAX = PolicyKey.integer(
            "allocations.login_processes_max",
            LOGIN_PROCESSES_DEFAULT,
            0,
            LOGIN_LIMIT_MAX,
            "processes",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many processes the login of a new allocation may have on a host, at least 16. 0: as many as the host"
                    + " allows.");

    static final PolicyKey<Long> LOGIN_OPEN_FILES_MAX = PolicyKey.integer(
            "allocations.login_open_files_max",
            0,
            0,
            LOGIN_LIMIT_MAX,
            "files",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many files a process of the login of a new allocation may have open on a host, at least 64. 0: as many"
                    + " as the host allows.");

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
