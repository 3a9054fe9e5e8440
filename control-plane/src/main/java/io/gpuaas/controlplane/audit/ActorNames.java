package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.platform.TraceScope;
import java.util.Collection;
import java.util.Map;

/**
 * Names the actors of audit entries. A port: people and machines are known to identity, which is above this package.
 */
public interface ActorNames {

    /** By id. Actors that are unknown, or do not belong to the given tenant or project, are left out. */
    Map<String, String> names(Collection<String> actors, TraceScope scope);
}
