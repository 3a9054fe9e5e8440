package io.gpuaas.agent.task;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task that acts for a lease: an older one than the host has seen for the same device is refused. */
public sealed interface Leased
        permits UserTasks.ProvisionUser,
                SliceTasks.ProvisionSlice,
                SliceTasks.ReleaseSlice,
                MigTasks.ProvisionMig,
                MigTasks.ReleaseMig,
                UserTasks.RevokeUser,
                UserTasks.ReconcileSshKeys,
                NodeTaskPayloads.VerifyGpus,
                NodeTaskPayloads.ReimageHost {

    List<Device> leases();

    /** Those of one allocation run one after the other. Null when it only looks. */
    @Nullable UUID allocationId();

    /** A GPU or a part of one, and the number of the lease that holds it. */
    record Device(String device, long fencingToken) {

        private static final long TOKEN_MAX = 9_007_199_254_740_991L;

        public Device {
            Fields.text("device", device, 80, Fields.PRINTABLE);
            Fields.range("fencing_token", fencingToken, 1, TOKEN_MAX);
        }
    }
}
