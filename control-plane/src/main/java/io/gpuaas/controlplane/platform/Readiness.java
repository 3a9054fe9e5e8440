package io.gpuaas.controlplane.platform;

/** One thing this process needs before it can serve. */
public interface Readiness {

    /** As shown by /readyz. */
    String name();

    /** Asked often; answers quickly, and may throw to say no. */
    boolean ready();
}
