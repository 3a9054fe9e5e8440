package io.gpuaas.controlplane.terminal.recordings;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for recordings of terminals. */
@Component
final class RecordingPolicies implements PolicyDeclarations {

    static final PolicyKey<String> RECORDING = PolicyKey.choice(
                    "terminal.recording",
                    List.of("off", "best_effort", "strict"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether new terminals are recorded. If recording fails, best_effort keeps the terminal open and"
                            + " marks the gap; strict ends the terminal.")
            .wideningRights();

    static final PolicyKey<String> RECORD_INPUT = PolicyKey.choice(
                    "terminal.record_input",
                    List.of("off", "on"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether recordings also contain input, including passwords that are typed.")
            .wideningRights();

    static final PolicyKey<Duration> RETENTION = PolicyKey.duration(
                    "terminal.recording_retention",
                    Duration.ofDays(90),
                    Duration.ofDays(1),
                    Duration.ofDays(3650),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "How long recordings are kept. A change applies to terminals opened afterwards.")
            .wideningRights();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(RECORDING, RECORD_INPUT, RETENTION);
    }
}
