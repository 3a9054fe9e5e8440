package io.gpuaas.controlplane.registry;

import io.gpuaas.kernel.TenantId;
import java.util.UUID;

/** A place for blobs and manifests, owned by a tenant. Only those that are pushed to have tags. */
record Repository(UUID id, RepositoryName name, TenantId tenant, boolean allowsTags) {}
