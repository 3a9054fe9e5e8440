package io.gpuaas.controlplane.platform;

/** A bean that repeats work in the background. It declares its rounds once, when the process starts. */
public interface BackgroundWork {

    void declare(Rounds rounds);
}
