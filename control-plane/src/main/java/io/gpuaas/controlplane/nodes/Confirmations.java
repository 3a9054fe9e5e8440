package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Collects the sequence numbers that nodes confirm and writes them once a second for all of them. The next poll repeats
 * what a crash loses here; tasks are sent again according to the poll, not to the stored number.
 */
@Component
class Confirmations implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(Confirmations.class);

    private final DispatchStore store;
    private final Map<NodeId, Confirmed> pending = new ConcurrentHashMap<>();

    Confirmations(DispatchStore store) {
        this.store = store;
    }

    /** A rebuilt host counts from zero: the numbers of its former installation say nothing about it. */
    record Confirmed(int incarnation, long sequence) {

        Confirmed max(Confirmed other) {
            if (incarnation != other.incarnation()) {
                return incarnation > other.incarnation() ? this : other;
            }
            return sequence > other.sequence() ? this : other;
        }
    }

    void add(NodeId node, Confirmed number) {
        pending.merge(node, number, Confirmed::max);
    }

    /** The number the node has confirmed in this incarnation and that is not written yet; 0 when there is none. */
    long pending(NodeId node, int incarnation) {
        Confirmed number = pending.get(node);
        return number == null || number.incarnation() != incarnation ? 0 : number.sequence();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(1), "nodes.confirmations", this::write);
    }

    void write() {
        Map<NodeId, Confirmed> some = Map.copyOf(pending);
        if (some.isEmpty()) {
            return;
        }
        store.confirm(some);
        some.forEach(pending::remove);
    }

    /** Leaves the numbers to the next round when the database does not take them now. */
    void writeIfPossible() {
        try {
            write();
        } catch (DataAccessException e) {
            log.warn("could not write the confirmed task numbers of nodes; the next round tries again", e);
        }
    }
}
