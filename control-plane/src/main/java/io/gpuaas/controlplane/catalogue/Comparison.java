package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppVersionChanges;
import io.gpuaas.manifest.json.Json;
import java.util.List;
import org.springframework.stereotype.Component;

/** Compares versions of an app. */
@Component
class Comparison {

    private final VersionStore versions;

    Comparison(VersionStore versions) {
        this.versions = versions;
    }

    AppVersionChanges of(VersionRow from, VersionRow to) {
        ManifestChanges.Compared compared = ManifestChanges.compare(document(from), document(to));
        return new AppVersionChanges(from.version(), to.version(), compared.changes(), compared.isComplete());
    }

    /** Compares with the version that was published before, or with nothing. */
    AppVersionChanges withPublishedBefore(VersionRow version, boolean offeredOnly) {
        return versions.findPublishedBefore(version, offeredOnly)
                .map(before -> of(before, version))
                .orElseGet(() -> new AppVersionChanges(null, version.version(), List.of(), true));
    }

    private Json.Obj document(VersionRow version) {
        return ManifestReading.document(versions.manifest(version.id()));
    }
}
