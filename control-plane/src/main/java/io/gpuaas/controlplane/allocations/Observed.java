package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts outside the allocation's own row at one moment. Hosts that are rebuilt from outside need no agent for that. */
record Observed(
        Instant now,
        NodeReadings.@Nullable Reading node,
        NodeTasks.@Nullable Task task,
        NodeTasks.@Nullable Task keysTask,
        List<HeldSlot> slots,
        boolean buildsFromOutside,
        Roots roots,
        Life life) {

    /** Which tenants are root on its host, so that what its agent says is theirs. Looked up when there is trouble. */
    record Roots(boolean holder, boolean others) {

        static final Roots NONE = new Roots(false, false);

        boolean any() {
            return holder || others;
        }
    }

    /** Only looked up while it is active. */
    record Life(
            NodeReadings.@Nullable GpuFault gpuFault,
            boolean isLost,
            @Nullable Duration lostAfter,
            @Nullable Duration idleReleaseAfter,
            @Nullable Instant idleSince) {

        static final Life UNKNOWN = new Life(null, false, null, null, null);
    }

    boolean nodeIsGone() {
        return node != null && node.isGone();
    }

    boolean nodeIsAway() {
        return node == null || !node.isPresent();
    }

    boolean taskIsOpen() {
        return task != null && !task.state().ended();
    }
}
