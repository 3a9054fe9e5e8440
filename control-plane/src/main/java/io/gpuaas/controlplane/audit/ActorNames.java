package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.platform.TraceScope;
import java.util.Collection;
import java.util.Map;

/** What those who acted are called. A port: people and machines are known to identity, which stands above this package. */
public interface ActorNames {

    /** By id. Who is unknown, or does not belong to the tenant or project that is asked about, is left out. */
    Map<String, String> names(Collection<String> actors, TraceScope scope);
}
