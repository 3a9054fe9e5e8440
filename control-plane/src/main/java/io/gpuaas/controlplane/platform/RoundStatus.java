package io.gpuaas.controlplane.platform;

import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of one round's runs in one process.
 *
 * @param role the role the process needs for it; absent for rounds of every process
 * @param dueAt the next start; while it runs, the moment by which it should have ended
 */
public record RoundStatus(
        String name,
        @Nullable Role role,
        Duration interval,
        boolean running,
        @Nullable Instant dueAt,
        @Nullable Instant lastStartedAt,
        @Nullable Duration lastDuration,
        @Nullable Instant lastFailedAt,
        @Nullable String lastFailure,
        long runs,
        long failures) {}
