package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Repeats the drain task: a host waits for a minute and reports what is left, but a drain may take days. Draining nodes
 * are asked in rounds, however the last one ended and also after the deadline, until nothing is left or the drain is
 * cancelled.
 */
@Component
class DrainRounds implements BackgroundWork {

    private static final int NODES_AT_ONCE_MAX = 1_000;

    /** A host that fails at once is not asked all the time. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final NodeStore nodes;
    private final TaskStore tasks;
    private final Fleet fleet;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    DrainRounds(
            NodeStore nodes, TaskStore tasks, Fleet fleet, TransactionTemplate transaction, IdSource ids, Clock clock) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.fleet = fleet;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(5), Role.NODE_API, "nodes.drains", this::watch);
    }

    void watch() {
        askAgain(clock.instant());
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
