package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Repeats the drain task: a host waits for a minute and reports what is left, but a drain may take days. Draining nodes
 * are asked in rounds, however the last one ended and also after the deadline, until nothing is left or the drain is
 * cancelled.
 */
@Component
class DrainRounds {

    private static final Logger log = LoggerFactory.getLogger(DrainRounds.class);
    private static final int NODES_AT_ONCE_MAX = 1_000;

    /** A host that fails at once is not asked all the time. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final NodeStore nodes;
    private final TaskStore tasks;
    private final Fleet fleet;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;
    private final boolean asks;

    DrainRounds(
            NodeStore nodes,
            TaskStore tasks,
            Fleet fleet,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock,
            GpuaasProperties properties) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.fleet = fleet;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
        this.asks = properties.has(Role.NODE_API);
    }

    @Scheduled(fixedDelayString = "PT5S")
    void watch() {
        if (!asks) {
            return;
        }
        try {
            askAgain(clock.instant());
        } catch (DataAccessException e) {
            log.warn("draining nodes could not be asked; trying again", e);
        }
    }

    void askAgain(Instant now) {
        Instant pauseBegan = now.minus(PAUSE);
        for (NodeId node : tasks.drainingUntoldSince(pauseBegan, NODES_AT_ONCE_MAX)) {
            Call.system("node drain", CorrelationId.create(ids)).run(() -> {
                transaction.executeWithoutResult(status -> ask(node, pauseBegan));
                return node;
            });
        }
    }

    /** Another process may have been faster. */
    private void ask(NodeId id, Instant pauseBegan) {
        if (nodes.lock(id).state() == NodeState.DRAINING && tasks.isDrainUntoldSince(id, pauseBegan)) {
            fleet.askToDrain(id);
        }
    }
}
