package io.gpuaas.controlplane.operations;

import io.gpuaas.api.OperatorEvent;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/** Keeps the newest events of interest to operators in this process, each with its number in this process. */
@Component
class RecentEvents implements EventListener {

    static final int KEPT_MAX = 4_096;

    private static final Set<String> TYPES = Set.of(
            "nodes.node_changed",
            "nodes.node_zone_set",
            "nodes.slot_mode_set",
            "nodes.task_finished",
            "nodes.gpu_missing",
            "nodes.gpu_appeared",
            "nodes.agent_release_changed",
            "nodes.rollout_changed",
            "nodes.gateway_changed",
            "provisioning.allocation_moved",
            "provisioning.allocation_progressed",
            "provisioning.allocation_degraded",
            "provisioning.allocation_charging_changed",
            "provisioning.allocation_recovered",
            "provisioning.allocation_changed",
            "provisioning.reservation_changed",
            "dlq.event_dead_lettered",
            "platform.event_discarded",
            "platform.policy_changed",
            "platform.tenant_created",
            "platform.tenant_changed",
            "platform.tenant_deleted",
            "platform.project_created",
            "platform.project_changed",
            "platform.project_deleted",
            "platform.sku_changed",
            "platform.price_added");

    private final String process;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Numbered> kept = new ArrayDeque<>();
    private long last;
    private long rings;

    RecentEvents(IdSource ids) {
        this.process = ids.next().toString();
    }

    /** A position in the events of one process. */
    record Position(String process, long number) {

        static Position parse(String text) {
            int dot = text.lastIndexOf('.');
            try {
                return new Position(text.substring(0, dot), Long.parseLong(text.substring(dot + 1)));
            } catch (RuntimeException e) {
                throw ProblemException.caused(
                        ErrorCode.CURSOR_INVALID, "The position is invalid. Reconnect without it.", e);
            }
        }

        @Override
        public String toString() {
            return process + "." + number;
        }
    }

    record Numbered(Position position, OperatorEvent event) {}

    Position end() {
        lock.lock();
        try {
            return new Position(process, last);
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything after the position is still here. */
    boolean reachesBackTo(Position position) {
        lock.lock();
        try {
            return position.process().equals(process)
                    && position.number() <= last
                    && position.number() >= last - kept.size();
        } finally {
            lock.unlock();
        }
    }

    /** At most so many after the position, oldest first. Waits for the first one, but not for ever. */
    List<Numbered> after(Position position, int limit, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            long before = rings;
            while (last == position.number() && rings == before && left > 0) {
                left = changed.awaitNanos(left);
            }
            return kept.stream()
                    .filter(one -> one.position().number() > position.number())
                    .limit(limit)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes every waiting stream. */
    void ring() {
        lock.lock();
        try {
            rings++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<String> types() {
        return TYPES;
    }

    @Override
    public void hear(EventConsumer.Received event) {
        OperatorEvent told = new OperatorEvent(
                event.type(),
                event.aggregate().type(),
                event.aggregate().id(),
                event.call().tenantId(),
                event.occurredAt());
        lock.lock();
        try {
            last++;
            kept.addLast(new Numbered(new Position(process, last), told));
            if (kept.size() > KEPT_MAX) {
                kept.removeFirst();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
