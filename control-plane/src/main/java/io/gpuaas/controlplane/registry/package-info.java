/**
 * The OCI registry: repositories of blobs, manifests and tags that any OCI client can push to and pull from. It speaks
 * distribution 1.1 on a listener of its own, keeps blobs in the object store and everything else in PostgreSQL.
 *
 * <p>Invariants: a blob is read only through the row that links it to a repository, never by its digest alone; that row
 * is inserted after the digest of all stored bytes was compared; manifests are kept and returned as the bytes that
 * arrived; a push needs a grant for exactly that repository; another tenant reads single manifests with what they refer to,
 * while {@link io.gpuaas.controlplane.registry.SharedManifests} says so.
 *
 * <p>Deliberately absent: rules about publishers, trust and promotion. The package that owns those decides who gets a
 * grant, and which manifests are withheld; this one stores bytes.
 */
@NullMarked
@ApplicationModule(displayName = "the OCI registry")
package io.gpuaas.controlplane.registry;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
