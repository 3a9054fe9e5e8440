package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Bought;
import io.gpuaas.controlplane.allocations.AllocationRecord.Facts;
import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.allocations.AllocationRecord.Machine;
import io.gpuaas.controlplane.allocations.AllocationRecord.Origin;
import io.gpuaas.controlplane.allocations.AllocationRecord.Place;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reach;
import io.gpuaas.controlplane.allocations.AllocationRecord.Standing;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.allocations.AllocationRecord.Wish;
import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Allocations and what is seen of them, for decisions that need no database. */
final class Samples {

    static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
    static final NodeId NODE = new NodeId(UUID.randomUUID());
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Samples() {}

    static AllocationRecord in(AllocationState state) {
        return in(state, null, false);
    }

    static AllocationRecord in(AllocationState state, @Nullable Duration limit, boolean isProtected) {
        return in(state, Shape.BARE_METAL, limit, isProtected);
    }

    static AllocationRecord in(AllocationState state, Shape shape) {
        return in(state, shape, null, false);
    }

    private static AllocationRecord in(
            AllocationState state, Shape shape, @Nullable Duration limit, boolean isProtected) {
        AllocationId id = new AllocationId(UUID.randomUUID());
        return new AllocationRecord(
                id,
                new TenantId(UUID.randomUUID()),
                new ProjectId(UUID.randomUUID()),
                1,
                new Wish(
                        new Bought("sku", 1, 1, Isolation.USER_REVOKE, new Machine(shape, 1, 1L << 30, null), null),
                        "n",
                        Map.of(),
                        null,
                        new AllocationRecord.Limits(limit, null),
                        false,
                        isProtected,
                        new Origin(START, "somebody", new CorrelationId("sample"))),
                new Standing(state, START, state == AllocationState.ACTIVE ? START : null, null, null, null),
                Step.NONE,
                new Place(NODE, LoginNames.of(id), 100_000, true, Reach.UNKNOWN, Keys.NONE),
                limit == null ? Facts.NONE : Facts.NONE.expiring(START.plus(limit)));
    }

    static Observed seen(Instant now) {
        return seen(now, null);
    }

    static Observed seen(Instant now, NodeTasks.@Nullable Task task) {
        return seen(now, task, Observed.Life.UNKNOWN);
    }

    static Observed seen(Instant now, NodeTasks.@Nullable Task task, Observed.Life life) {
        return new Observed(
                now,
                new NodeReadings.Reading("n", "n", "ready", null, START, true, false),
                task,
                null,
                List.of(new HeldSlot("GPU-1", "0000:01:00.0", 0, 1, null, null, null)),
                false,
                Observed.Roots.NONE,
                life);
    }

    /** The node has been away since then; the allocation is lost after {@code lostAfter}. */
    static Observed seenAway(Instant now, Instant since, @Nullable Duration lostAfter) {
        return new Observed(
                now,
                new NodeReadings.Reading("n", "n", "unreachable", "silent", since, false, false),
                null,
                null,
                seen(now).slots(),
                false,
                Observed.Roots.NONE,
                new Observed.Life(null, false, lostAfter, null, null));
    }

    /** With a provisioner that rebuilds hosts, whatever their agents do. */
    static Observed fromOutside(Observed seen) {
        return new Observed(
                seen.now(), seen.node(), seen.task(), seen.keysTask(), seen.slots(), true, seen.roots(), seen.life());
    }

    /** On a host where these are root. */
    static Observed withRoots(Observed seen, Observed.Roots roots) {
        return new Observed(
                seen.now(),
                seen.node(),
                seen.task(),
                seen.keysTask(),
                seen.slots(),
                seen.buildsFromOutside(),
                roots,
                seen.life());
    }

    /** With a part of a GPU instead of a whole one. */
    static Observed seenWithPart(Instant now, NodeTasks.Task task) {
        Observed whole = seen(now, task);
        return new Observed(
                now,
                whole.node(),
                task,
                null,
                List.of(new HeldSlot("GPU-1", "0000:01:00.0", 0, 1, null, null, new HeldSlot.MigPart(4, 4, 9))),
                false,
                Observed.Roots.NONE,
                whole.life());
    }

    static NodeTasks.Task task(TaskState state, @Nullable String code, @Nullable String output) {
        return new NodeTasks.Task(
                new TaskId(UUID.randomUUID()),
                NODE,
                "type",
                state,
                1,
                null,
                code,
                code == null ? null : "It says " + code + ".",
                output == null ? null : JSON.readTree(output),
                START.plusSeconds(60));
    }
}
