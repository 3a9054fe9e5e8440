package io.gpuaas.api;

/** Whether an operation takes an {@code Idempotency-Key}. */
public enum Idempotency {
    NONE,
    OPTIONAL,
    REQUIRED
}
