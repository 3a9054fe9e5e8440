package io.gpuaas.controlplane.terminal.commands;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for commands. */
@Component
final class CommandPolicies implements PolicyDeclarations {

    static final PolicyKey<Duration> LIFETIME_MAX = PolicyKey.duration(
            "command.lifetime_max",
            Duration.ofDays(7),
            Duration.ofMinutes(1),
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a command may run.");

    static final PolicyKey<Long> AT_ONCE_MAX = PolicyKey.integer(
            "command.at_once_max",
            8,
            1,
            16,
            "commands",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many commands an allocation may run at a time.");

    static final PolicyKey<Long> STARTS_PER_MINUTE = PolicyKey.integer(
            "command.starts_per_minute",
            120,
            1,
            6_000,
            "commands",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many commands may be started in an allocation per minute.");

    static final PolicyKey<Long> OUTPUT_MEGABYTES_MAX = PolicyKey.integer(
            "command.output_megabytes_max",
            1_100,
            0,
            10_000,
            "MB",
            List.of(GLOBAL, TENANT, PROJECT),
            "How much output of a command is kept, stdout and stderr together. Later output is dropped, and the gap"
                    + " is marked.");

    static final PolicyKey<Duration> OUTPUT_RETENTION = PolicyKey.duration(
            "command.output_retention",
            Duration.ofDays(7),
            Duration.ofHours(1),
            Duration.ofDays(400),
            List.of(GLOBAL, TENANT, PROJECT),
            "How long a command and its output can be read after it has ended.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(LIFETIME_MAX, AT_ONCE_MAX, STARTS_PER_MINUTE, OUTPUT_MEGABYTES_MAX, OUTPUT_RETENTION);
    }
}
