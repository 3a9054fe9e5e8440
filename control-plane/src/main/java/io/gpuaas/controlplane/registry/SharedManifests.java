package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;

/**
 * Decides which manifests of a permanent repository somebody outside its tenant may pull. The package that knows
 * artifacts implements it.
 */
public interface SharedManifests {

    /** Whether anything of a repository with this name may be open. It costs the same whether there is one or not. */
    boolean mayShare(Collection<TenantId> tenants, RepositoryName repository);

    /** Whether the caller, on behalf of one of its tenants, may pull one of the manifests at this moment. */
    boolean isAnyOpen(
            Caller caller,
            Collection<TenantId> tenants,
            RepositoryName repository,
            Collection<ContentDigest> manifests);
}
