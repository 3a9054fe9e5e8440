package io.gpuaas.controlplane.artifacts;

import io.gpuaas.kernel.ArtifactId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Answers which versions of apps use artifacts; the catalogue implements it. */
public interface ArtifactUses {

    /** Returns the numbers of the newest versions that name each artifact, at most {@code max} of each. */
    Map<ArtifactId, List<String>> versionsUsing(Collection<ArtifactId> artifacts, int max);
}
