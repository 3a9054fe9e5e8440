package io.gpuaas.controlplane.nodes;

import static io.gpuaas.api.PolicyScope.GLOBAL;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for the health and telemetry of nodes. */
@Component
final class NodePolicies implements PolicyDeclarations {

    static final PolicyKey<Long> ECC_ERRORS_MAX = PolicyKey.integer(
            "nodes.ecc_uncorrected_max",
            0,
            0,
            1_000_000,
            "errors",
            List.of(GLOBAL),
            "How many uncorrected ECC errors a GPU may report before it counts as faulty.");

    static final PolicyKey<Long> QUARANTINE_ON_FAULT = PolicyKey.integer(
            "nodes.quarantine_on_fault",
            1,
            0,
            1,
            "1 for yes",
            List.of(GLOBAL),
            "Whether a node is quarantined when one of its GPUs becomes faulty.");

    static final PolicyKey<Duration> SAMPLES_RETENTION = PolicyKey.duration(
            "nodes.samples_retention",
            Duration.ofDays(30),
            Duration.ofDays(1),
            Duration.ofDays(400),
            List.of(GLOBAL),
            "How long telemetry samples of nodes and GPUs are kept.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(ECC_ERRORS_MAX, QUARANTINE_ON_FAULT, SAMPLES_RETENTION);
    }
}
