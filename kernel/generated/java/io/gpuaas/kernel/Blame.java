// Generated from contracts/errors.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

/** The party that has to act on an error. */
public enum Blame {
    /** Change the request. */
    USER,
    /** Change the installation. */
    OPERATOR,
    /** A system we call failed. */
    PROVIDER,
    /** Ours to correct. */
    BUG
}
