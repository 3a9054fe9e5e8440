package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The numbers nodes say they have, written once a second for all of them. What a crash loses here the
 * next poll says again; what was sent is repeated by what the poll says, not by what is written.
 */
@Component
class Confirmations {

    private static final Logger log = LoggerFactory.getLogger(Confirmations.class);

    private final DispatchStore store;
    private final Map<NodeId, Long> pending = new ConcurrentHashMap<>();

    Confirmations(DispatchStore store) {
        this.store = store;
    }

    void add(NodeId node, long sequence) {
        pending.merge(node, sequence, Math::max);
    }

    /** What the node has confirmed and is not written yet; 0 when nothing is. */
    long pending(NodeId node) {
        return pending.getOrDefault(node, 0L);
    }

    @Scheduled(fixedDelayString = "PT1S")
    void write() {
        Map<NodeId, Long> some = Map.copyOf(pending);
        if (some.isEmpty()) {
            return;
        }
        try {
            store.confirm(some);
            some.forEach(pending::remove);
        } catch (DataAccessException e) {
            log.warn("numbers of {} nodes could not be written; trying again", some.size(), e);
        }
    }
}
