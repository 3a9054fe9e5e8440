package io.gpuaas.agent.task;

import java.util.List;
import java.util.UUID;

/** Parts of divided GPUs. */
public final class MigTasks {

    private static final int PROFILE_MAX = 255;
    private static final int START_MAX = 7;

    private MigTasks() {}

    public sealed interface Payload extends TaskPayload {}

    /** Where an instance is, and which: it begins at a memory slice and never moves. */
    public record Instance(String pciAddress, int profileId, int start) {

        public Instance {
            Fields.text("pci_address", pciAddress, 16, Fields.PCI_ADDRESS);
            Fields.range("profile_id", profileId, 0, PROFILE_MAX);
            Fields.range("start", start, 0, START_MAX);
        }
    }

    public record ProvisionMig(
            UUID allocationId, String pciAddress, int profileId, int start, List<Leased.Device> leases)
            implements Payload, Leased {

        public ProvisionMig {
            Fields.required("allocation_id", allocationId);
            leases = Fields.leases(leases);
            new Instance(pciAddress, profileId, start);
        }

        public Instance instance() {
            return new Instance(pciAddress, profileId, start);
        }
    }

    public record ReleaseMig(UUID allocationId, String pciAddress, int profileId, int start, List<Leased.Device> leases)
            implements Payload, Leased {

        public ReleaseMig {
            Fields.required("allocation_id", allocationId);
            leases = Fields.leases(leases);
            new Instance(pciAddress, profileId, start);
        }

        public Instance instance() {
            return new Instance(pciAddress, profileId, start);
        }
    }

    /** An instance as the driver shows it. */
    public record SeenInstance(String pciAddress, int profileId, int start, String uuid) {

        public Instance instance() {
            return new Instance(pciAddress, profileId, start);
        }
    }

    public record MigReleased(boolean removed) {}
}
