package io.gpuaas.agent.task;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Logins of people on a host. */
public final class UserTasks {

    private UserTasks() {}

    public sealed interface Payload extends TaskPayload {}

    public record ProvisionUser(
            UUID allocationId,
            String username,
            @Nullable Integer uid,
            List<String> groups,
            List<String> sshKeys,
            List<String> gpuUuids,
            @Nullable Boolean sudo,
            @Nullable Limits limits,
            List<Leased.Device> leases)
            implements Payload, Leased {

        public ProvisionUser(
                UUID allocationId,
                String username,
                @Nullable Integer uid,
                List<String> groups,
                List<String> sshKeys,
                List<String> gpuUuids,
                @Nullable Boolean sudo,
                @Nullable Limits limits) {
            this(allocationId, username, uid, groups, sshKeys, gpuUuids, sudo, limits, List.of());
        }

        public ProvisionUser {
            Fields.required("allocation_id", allocationId);
            Fields.login(username);
            Fields.range("uid", uid, 10_000, 2_000_000_000);
            groups = Fields.distinct("groups", Fields.texts("groups", groups, 20, 32, Fields.LOGIN));
            sshKeys = Fields.sshKeys(sshKeys);
            gpuUuids = Fields.distinct("gpu_uuids", Fields.texts("gpu_uuids", gpuUuids, 64, 64, Fields.PRINTABLE));
            leases = Fields.leases(leases);
        }

        public boolean maySudo() {
            return Boolean.TRUE.equals(sudo);
        }
    }

    /** The login's resource limits; the host's own apply where one is absent. */
    public record Limits(
            @Nullable Integer processesMax, @Nullable Integer openFilesMax) {

        public Limits {
            Fields.range("processes_max", processesMax, 16, 4_000_000);
            Fields.range("open_files_max", openFilesMax, 64, 4_000_000);
        }
    }

    public record RevokeUser(
            UUID allocationId, String username, @Nullable Boolean keepHome, List<Leased.Device> leases)
            implements Payload, Leased {

        public RevokeUser(UUID allocationId, String username, @Nullable Boolean keepHome) {
            this(allocationId, username, keepHome, List.of());
        }

        public RevokeUser {
            Fields.required("allocation_id", allocationId);
            Fields.login(username);
            leases = Fields.leases(leases);
        }

        public boolean keepsHome() {
            return Boolean.TRUE.equals(keepHome);
        }
    }

    public record ReconcileSshKeys(
            @Nullable UUID allocationId,
            String username,
            List<String> sshKeys,
            @Nullable UUID sliceId,
            List<Leased.Device> leases)
            implements Payload, Leased {

        public ReconcileSshKeys(@Nullable UUID allocationId, String username, List<String> sshKeys) {
            this(allocationId, username, sshKeys, null, List.of());
        }

        public ReconcileSshKeys {
            leases = Fields.leases(leases);
            Fields.login(username);
            sshKeys = Fields.sshKeys(sshKeys);
        }
    }

    public record UserProvisioned(
            String username,
            int uid,
            String home,
            @Nullable Integer sshPort,
            @Nullable List<String> hostKeys,
            @Nullable List<SeenGpu> gpus) {}

    public record UserRevoked(boolean removed, int processesEnded) {}

    public record SshKeysReconciled(int added, int removed) {}

    /** A GPU as its driver shows it. */
    public record SeenGpu(
            String uuid,
            @Nullable String pciAddress,
            @Nullable String driverVersion,
            @Nullable String model) {}
}
