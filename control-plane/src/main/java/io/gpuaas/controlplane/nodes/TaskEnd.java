package io.gpuaas.controlplane.nodes;

import org.jspecify.annotations.Nullable;

/** Why a task or an attempt ended, and what came of it. */
record TaskEnd(
        @Nullable String code,
        @Nullable String message,
        @Nullable String output) {

    static TaskEnd because(String code, String message) {
        return new TaskEnd(code, message, null);
    }
}
