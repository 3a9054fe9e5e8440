package io.gpuaas.controlplane.notifications;

/**
 * Decides whether the caller's credential may read links in letters, which let their reader act in a person's name. A
 * port: identity implements it.
 */
public interface LinkReaders {

    boolean callerMaySeeLinks();
}
