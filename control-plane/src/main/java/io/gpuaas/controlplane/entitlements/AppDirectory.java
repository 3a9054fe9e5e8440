package io.gpuaas.controlplane.entitlements;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.SemVer;
import io.gpuaas.manifest.schema.Schema;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers questions about apps; the catalogue implements it. */
public interface AppDirectory {

    /** An app that a tenant can see, if it is granted. */
    record KnownApp(String name, boolean isOwn) {}

    /** A version with the schema of its parameters. {@code isOver} is set after the sunset of a deprecated version. */
    record KnownVersion(SemVer version, Schema parameters, boolean isSuspended, boolean isOver) {}

    /** An artifact of a version. */
    record ArtifactUse(SemVer version, ArtifactId artifact) {}

    boolean exists(String app);

    /** Finds an app of the tenant, or one that is offered to others. */
    Optional<KnownApp> find(TenantId tenant, String app);

    /** Finds a version that the tenant can see; without a number, the one to be used by default. */
    Optional<KnownVersion> findVersion(TenantId tenant, String app, @Nullable String version);

    /**
     * Lists the versions with one of the artifacts that the tenant can see and deploy: those that are suspended or after
     * their sunset are left out. Newer ones come first.
     */
    List<ArtifactUse> listUses(TenantId tenant, String app, Collection<ArtifactId> artifacts);
}
