package io.gpuaas.kernel;

import java.util.UUID;

/** An id that knows what it names, so that a project's id cannot be passed where a tenant's is meant. */
public interface TypedId {
    UUID value();
}
