package io.gpuaas.controlplane.identity;

/** Acts when an installation is found empty, in the transaction that then creates its first administrator. */
@FunctionalInterface
public interface EmptyInstallation {

    void found();
}
