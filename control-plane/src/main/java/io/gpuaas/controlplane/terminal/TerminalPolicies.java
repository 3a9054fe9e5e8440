package io.gpuaas.controlplane.terminal;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for terminals and file transfers. */
@Component
final class TerminalPolicies implements PolicyDeclarations {

    static final PolicyKey<Duration> LIFETIME_MAX = PolicyKey.duration(
            "terminal.lifetime_max",
            Duration.ofHours(12),
            Duration.ofMinutes(1),
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal may stay open, in use or idle.");

    static final PolicyKey<Duration> IDLE_MAX = PolicyKey.duration(
            "terminal.idle_max",
            Duration.ofHours(2),
            Duration.ofMinutes(1),
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal may stay open without input or output.");

    static final PolicyKey<Duration> DETACHED_MAX = PolicyKey.duration(
            "terminal.detached_max",
            Duration.ofMinutes(30),
            Duration.ZERO,
            Duration.ofDays(7),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a terminal keeps running while no client is connected to it.");

    static final PolicyKey<String> FILE_TRANSFER = PolicyKey.choice(
                    "terminal.file_transfer",
                    List.of("on", "off"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether files can be copied into and out of allocations through gateways.")
            .wideningRights();

    static final PolicyKey<Long> TRANSFER_MEGABYTES_MAX = PolicyKey.integer(
            "terminal.transfer_megabytes_max",
            1_024,
            1,
            1_000_000,
            "MB",
            List.of(GLOBAL, TENANT, PROJECT),
            "The largest file that can be copied into or out of an allocation.");

    static final PolicyKey<String> SSH = PolicyKey.choice(
                    "terminal.ssh",
                    List.of("on", "off"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether gateways accept SSH connections to allocations. SSH is not recorded, so gateways refuse"
                            + " it where terminal.recording is strict.")
            .wideningRights();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(LIFETIME_MAX, IDLE_MAX, DETACHED_MAX, FILE_TRANSFER, TRANSFER_MEGABYTES_MAX, SSH);
    }
}
