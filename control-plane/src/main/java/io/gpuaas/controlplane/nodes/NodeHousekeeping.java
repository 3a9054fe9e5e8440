package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntUnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Creates partitions for samples of the coming days and deletes old records. */
@Component
class NodeHousekeeping implements BackgroundWork {

    private static final int BATCH = 1_000;

    /** How long ended records are kept. */
    private static final Duration SHOWN_AFTER_END = Duration.ofDays(30);

    private final JdbcClient jdbc;
    private final TaskStore tasks;
    private final CertificateStore certificates;
    private final Policies policies;
    private final Clock clock;

    NodeHousekeeping(JdbcClient jdbc, TaskStore tasks, CertificateStore certificates, Policies policies, Clock clock) {
        this.jdbc = jdbc;
        this.tasks = tasks;
        this.certificates = certificates;
        this.policies = policies;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "nodes.sample-partitions", this::keepPartitions)
                .firstAfter(Duration.ofHours(1));
        rounds.every(Duration.ofMinutes(1), "nodes.delete-ended", this::deleteEnded)
                .firstAfter(Duration.ofMinutes(1));
    }

    /** Also at the start: after weeks of rest the days at hand may all be over. */
    @PostConstruct
    void keepPartitions() {
        jdbc.sql("SELECT nodes.keep_sample_partitions(:seconds * interval '1 s')")
                .param(
                        "seconds",
                        policies.effective(NodePolicies.SAMPLES_RETENTION).toSeconds())
                .query(row -> {});
    }

    void deleteEnded() {
        Instant longAgo = clock.instant().minus(SHOWN_AFTER_END);
        inBatches(batch -> tasks.deleteEndedBefore(longAgo, batch));
        inBatches(batch -> certificates.deleteExpiredBefore(longAgo, batch));
        inBatches(batch -> certificates.deleteTokensExpiredBefore(longAgo, batch));
    }

    private static void inBatches(IntUnaryOperator delete) {
        int deleted = BATCH;
        while (deleted == BATCH) {
            deleted = delete.applyAsInt(BATCH);
        }
    }
}
