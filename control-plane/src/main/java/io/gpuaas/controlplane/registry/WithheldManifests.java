package io.gpuaas.controlplane.registry;

import java.util.Collection;
import java.util.Set;

/** Reports manifests that nobody may pull or push. The package that decides about artifacts implements it. */
public interface WithheldManifests {

    /** Returns those of the digests that are withheld at this moment. */
    Set<ContentDigest> among(Collection<ContentDigest> digests);
}
