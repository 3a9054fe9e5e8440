package io.gpuaas.controlplane.notifications;

/** The port to whoever knows the caller's credential: links in letters let their reader act in somebody's name. */
public interface LinkReaders {

    boolean callerMaySeeLinks();
}
