package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppDeprecation;
import io.gpuaas.api.AppReviewDecision;
import io.gpuaas.api.AppReviewOutcome;
import io.gpuaas.api.AppVersion;
import io.gpuaas.api.AppVersionSummary;
import io.gpuaas.controlplane.catalogue.VersionRow.Ending;
import io.gpuaas.controlplane.catalogue.VersionRow.Progress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Builds what callers see of versions. Other tenants see neither the people nor the review. */
@Component
class VersionViews {

    /** The relation of a caller to a version. */
    enum Reader {
        PUBLISHER,
        REVIEWER,
        OTHER_TENANT
    }

    private final VersionStore versions;
    private final AppStore apps;
    private final SuspensionStore suspensions;

    VersionViews(VersionStore versions, AppStore apps, SuspensionStore suspensions) {
        this.versions = versions;
        this.apps = apps;
        this.suspensions = suspensions;
    }

    AppVersion withManifest(VersionRow version, Reader reader) {
        return view(version, reader, new String(versions.manifest(version.id()), StandardCharsets.UTF_8));
    }

    AppVersion view(VersionRow version, Reader reader) {
        return view(version, reader, null);
    }

    private AppVersion view(VersionRow version, Reader reader, @Nullable String manifest) {
        boolean isInside = reader != Reader.OTHER_TENANT;
        Progress progress = version.progress();
        Optional<String> suspended = suspensions.findReason(version.app(), version.version());
        return new AppVersion(
                version.id(),
                version.app(),
                version.version(),
                version.state(),
                version.content().digest(),
                version.content().profile(),
                version.content().title(),
                version.content().summary(),
                progress.approvedAt() != null,
                suspended.isPresent(),
                suspended.orElse(null),
                versions.artifacts(version.id()),
                version.content().findings(),
                apps.channelsOf(version.id()),
                isInside ? decision(progress) : null,
                version.ending() == null ? null : deprecation(version.ending()),
                version.createdAt(),
                isInside ? version.createdBy() : null,
                isInside ? progress.submittedAt() : null,
                progress.publishedAt(),
                manifest);
    }

    private static @Nullable AppReviewDecision decision(Progress progress) {
        AppReviewOutcome outcome = progress.outcome();
        Instant at = progress.outcomeAt();
        return outcome == null || at == null
                ? null
                : new AppReviewDecision(
                        outcome,
                        Objects.requireNonNullElse(progress.outcomeMessage(), ""),
                        at,
                        progress.outcomeDigest());
    }

    private static AppDeprecation deprecation(Ending ending) {
        return new AppDeprecation(ending.message(), ending.successor(), ending.sunsetAt(), ending.deprecatedAt());
    }

    static AppVersionSummary summary(VersionRow version, Reader reader) {
        return new AppVersionSummary(
                version.id(),
                version.app(),
                version.version(),
                version.state(),
                version.content().digest(),
                version.content().title(),
                version.progress().approvedAt() != null,
                version.createdAt(),
                reader == Reader.OTHER_TENANT ? null : version.progress().submittedAt(),
                version.progress().publishedAt(),
                version.ending() == null ? null : version.ending().sunsetAt());
    }
}
