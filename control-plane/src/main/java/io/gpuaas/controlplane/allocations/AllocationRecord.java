package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An allocation as the database has it, in the parts that change together. */
record AllocationRecord(
        AllocationId id,
        TenantId tenant,
        ProjectId project,
        long version,
        Wish wish,
        Standing standing,
        Step step,
        Place place,
        Facts facts) {

    /** What was asked for. Name, labels and protection may change later. */
    record Wish(
            String sku,
            int count,
            int gpus,
            String name,
            Map<String, String> labels,
            @Nullable String image,
            @Nullable Duration maxDuration,
            boolean queue,
            boolean isProtected,
            Isolation isolation,
            Machine machine,
            @Nullable Money hourlyCost,
            Instant createdAt,
            String createdBy,
            CorrelationId correlation) {

        Wish {
            labels = Map.copyOf(labels);
        }

        Wish named(String newName, Map<String, String> newLabels) {
            return new Wish(
                    sku,
                    count,
                    gpus,
                    newName,
                    newLabels,
                    image,
                    maxDuration,
                    queue,
                    isProtected,
                    isolation,
                    machine,
                    hourlyCost,
                    createdAt,
                    createdBy,
                    correlation);
        }

        Wish guarded(boolean guarded) {
            return new Wish(
                    sku,
                    count,
                    gpus,
                    name,
                    labels,
                    image,
                    maxDuration,
                    queue,
                    guarded,
                    isolation,
                    machine,
                    hourlyCost,
                    createdAt,
                    createdBy,
                    correlation);
        }
    }

    /** What is made of the GPUs, as the SKU said when it was bought. The image is the SKU's first unless one was named. */
    record Machine(
            Shape shape,
            int vcpus,
            long memoryBytes,
            @Nullable String image) {}

    /** Why something ended or could not be done: a code for programs, a sentence for people. */
    record Reason(String code, String message) {}

    /** The state, and where releasing leads to: made by {@link AllocationStateMachine} alone. */
    record Standing(
            AllocationState state,
            Instant since,
            @Nullable Instant activeAt,
            @Nullable Instant endedAt,
            @Nullable AllocationState outcome,
            @Nullable Reason reason) {

        Standing leadingTo(AllocationState end, @Nullable Reason why) {
            return new Standing(state, since, activeAt, endedAt, end, why);
        }

        Standing because(@Nullable Reason why) {
            return new Standing(state, since, activeAt, endedAt, outcome, why);
        }
    }

    /** The phase in hand and the node task it waits for. */
    record Step(
            @Nullable AllocationPhase phase,
            @Nullable Instant since,
            int attempt,
            @Nullable Instant notBefore,
            @Nullable TaskId task,
            @Nullable Instant stuckSince) {

        static final Step NONE = new Step(null, null, 0, null, null, null);

        static Step begin(AllocationPhase phase, Instant now) {
            return new Step(phase, now, 1, null, null, null);
        }

        Step again(Instant notBefore) {
            return new Step(phase, since, attempt + 1, notBefore, null, stuckSince);
        }

        Step waitingFor(TaskId made) {
            return new Step(phase, since, attempt, null, made, stuckSince);
        }

        Step stuck(Instant now) {
            return new Step(phase, since, attempt, notBefore, task, now);
        }
    }

    /** Where it is and how its people sign in. */
    record Place(@Nullable NodeId node, String username, int uid, boolean granted, Reach reach, Keys keys) {

        Place on(NodeId where) {
            return new Place(where, username, uid, granted, reach, keys);
        }

        Place asGranted() {
            return new Place(node, username, uid, true, reach, keys);
        }

        Place with(Reach told) {
            return new Place(node, username, uid, granted, told, keys);
        }

        Place with(Keys changed) {
            return new Place(node, username, uid, granted, reach, changed);
        }
    }

    /** What the node told of what it made: where a slice answers, the server's keys, the part of a GPU. */
    record Reach(
            @Nullable String address,
            @Nullable Integer sshPort,
            List<String> hostKeys,
            @Nullable String migUuid) {

        static final Reach UNKNOWN = new Reach(null, null, List.of(), null);

        Reach {
            hostKeys = List.copyOf(hostKeys);
        }
    }

    /** How often the SSH keys changed, and which of those changes the node knows. */
    record Keys(long wanted, long given, @Nullable TaskId task) {

        static final Keys NONE = new Keys(0, 0, null);
    }

    /** What is true beside the state. */
    record Facts(
            @Nullable Instant degradedSince,
            @Nullable String degradedReason,
            @Nullable Instant expiresAt,
            @Nullable Instant warnedAt,
            @Nullable Instant idleSince,
            int forced) {

        static final Facts NONE = new Facts(null, null, null, null, null, 0);

        Facts degraded(@Nullable Instant since, @Nullable String reason) {
            return new Facts(since, reason, expiresAt, warnedAt, idleSince, forced);
        }

        Facts expiring(Instant at) {
            return new Facts(degradedSince, degradedReason, at, null, idleSince, forced);
        }

        Facts warned(Instant at) {
            return new Facts(degradedSince, degradedReason, expiresAt, at, idleSince, forced);
        }

        Facts idle(@Nullable Instant since) {
            return new Facts(degradedSince, degradedReason, expiresAt, warnedAt, since, forced);
        }

        Facts forcedOnceMore() {
            return new Facts(degradedSince, degradedReason, expiresAt, warnedAt, idleSince, forced + 1);
        }
    }

    /** As it stands in the database after it was saved. */
    AllocationRecord saved() {
        return new AllocationRecord(id, tenant, project, version + 1, wish, standing, step, place, facts);
    }

    AllocationState state() {
        return standing.state();
    }

    AllocationRecord with(Wish changed) {
        return new AllocationRecord(id, tenant, project, version, changed, standing, step, place, facts);
    }

    AllocationRecord with(Standing changed) {
        return new AllocationRecord(id, tenant, project, version, wish, changed, step, place, facts);
    }

    AllocationRecord with(Step changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, changed, place, facts);
    }

    AllocationRecord with(Place changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, step, changed, facts);
    }

    AllocationRecord with(Facts changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, step, place, changed);
    }
}
