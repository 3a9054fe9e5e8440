package io.gpuaas.api;

/** Where a caller must hold an operation's permission. */
public enum Scope {
    /** Anybody, signed in or not. */
    PUBLIC,
    /** The caller, about the caller. */
    SELF,
    PLATFORM,
    TENANT,
    PROJECT
}
