package io.gpuaas.api;

/** The rate limit an operation counts against. */
public enum Lane {
    DEFAULT,
    FINANCIAL,
    ADMIN,
    TERMINAL
}
