package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppChannel;
import io.gpuaas.api.AppChannelName;
import io.gpuaas.controlplane.catalogue.AppStore.ShownApp;
import io.gpuaas.controlplane.entitlements.AppDirectory;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.SemVer;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers the package entitlements from the catalogue. */
@Component
class CatalogueDirectory implements AppDirectory {

    private final AppStore apps;
    private final VersionStore versions;
    private final SuspensionStore suspensions;
    private final Clock clock;

    CatalogueDirectory(AppStore apps, VersionStore versions, SuspensionStore suspensions, Clock clock) {
        this.apps = apps;
        this.versions = versions;
        this.suspensions = suspensions;
        this.clock = clock;
    }

    @Override
    public boolean exists(String app) {
        return apps.find(app).isPresent();
    }

    @Override
    public Optional<KnownApp> find(TenantId tenant, String app) {
        return apps.find(tenant, app)
                .map(found -> new KnownApp(app, found.app().tenant().equals(tenant)));
    }

    @Override
    public Optional<KnownVersion> findVersion(TenantId tenant, String app, @Nullable String version) {
        return apps.find(tenant, app).flatMap(found -> {
            boolean isOwn = found.app().tenant().equals(tenant);
            return Optional.ofNullable(version == null ? preferred(tenant, found) : version)
                    .flatMap(number -> versions.find(found.app().id(), number))
                    .filter(one -> isOwn || one.isOffered())
                    .map(this::known);
        });
    }

    @Override
    public List<ArtifactUse> listUses(TenantId tenant, String app, Collection<ArtifactId> artifacts) {
        return apps.find(tenant, app)
                .map(found -> versions.listUses(
                        found.app(), !found.app().tenant().equals(tenant), artifacts, clock.instant()))
                .orElse(List.of());
    }

    /** The version in channel stable, or the one that is shown. */
    private @Nullable String preferred(TenantId tenant, ShownApp app) {
        return apps
                .channels(tenant, List.of(app.app().id()))
                .getOrDefault(app.app().id(), List.of())
                .stream()
                .filter(channel -> channel.channel() == AppChannelName.STABLE)
                .map(AppChannel::version)
                .findFirst()
                .orElse(app.latest());
    }

    private KnownVersion known(VersionRow version) {
        Json parameters = ManifestReading.document(versions.manifest(version.id()))
                .find("parameters")
                .orElseGet(() -> Json.Obj.of(Map.of()));
        boolean isOver = version.ending() != null
                && version.ending().sunsetAt() != null
                && !version.ending().sunsetAt().isAfter(clock.instant());
        return new KnownVersion(
                SemVer.parse(version.version()),
                Schema.compile(parameters, "/parameters").schema().orElseThrow(),
                suspensions.findReason(version.app(), version.version()).isPresent(),
                isOver);
    }
}
