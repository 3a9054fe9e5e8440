package io.gpuaas.controlplane.operations;

import io.gpuaas.api.OperatorEvent;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.AgentReleaseChanged;
import io.gpuaas.events.AllocationChanged;
import io.gpuaas.events.AllocationChargingChanged;
import io.gpuaas.events.AllocationDegraded;
import io.gpuaas.events.AllocationMoved;
import io.gpuaas.events.AllocationProgressed;
import io.gpuaas.events.AllocationRecovered;
import io.gpuaas.events.EventDeadLettered;
import io.gpuaas.events.EventDiscarded;
import io.gpuaas.events.GatewayChanged;
import io.gpuaas.events.GpuAppeared;
import io.gpuaas.events.GpuMissing;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.events.NodeZoneSet;
import io.gpuaas.events.PolicyChanged;
import io.gpuaas.events.PriceAdded;
import io.gpuaas.events.ProjectChanged;
import io.gpuaas.events.ProjectCreated;
import io.gpuaas.events.ProjectDeleted;
import io.gpuaas.events.ReservationChanged;
import io.gpuaas.events.RolloutChanged;
import io.gpuaas.events.SkuChanged;
import io.gpuaas.events.SlotModeSet;
import io.gpuaas.events.TaskFinished;
import io.gpuaas.events.TenantChanged;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.events.TenantDeleted;
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
            NodeChanged.TYPE,
            NodeZoneSet.TYPE,
            SlotModeSet.TYPE,
            TaskFinished.TYPE,
            GpuMissing.TYPE,
            GpuAppeared.TYPE,
            AgentReleaseChanged.TYPE,
            RolloutChanged.TYPE,
            GatewayChanged.TYPE,
            AllocationMoved.TYPE,
            AllocationProgressed.TYPE,
            AllocationDegraded.TYPE,
            AllocationChargingChanged.TYPE,
            AllocationRecovered.TYPE,
            AllocationChanged.TYPE,
            ReservationChanged.TYPE,
            EventDeadLettered.TYPE,
            EventDiscarded.TYPE,
            PolicyChanged.TYPE,
            TenantCreated.TYPE,
            TenantChanged.TYPE,
            TenantDeleted.TYPE,
            ProjectCreated.TYPE,
            ProjectChanged.TYPE,
            ProjectDeleted.TYPE,
            SkuChanged.TYPE,
            PriceAdded.TYPE);

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
