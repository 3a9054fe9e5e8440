package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppReviewOutcome;
import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.ManifestFinding;
import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.AppVersionId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of an app as it is stored, without its manifest. */
record VersionRow(
        AppVersionId id,
        AppId appId,
        String app,
        TenantId tenant,
        ProjectId project,
        String version,
        AppVersionState state,
        Content content,
        Instant createdAt,
        String createdBy,
        Progress progress,
        @Nullable Ending ending) {

    /** The fields of the manifest that have columns. */
    record Content(String digest, String profile, String title, String summary, List<ManifestFinding> findings) {}

    /** How far the version got on its way to the catalogue. */
    record Progress(
            @Nullable Instant submittedAt,
            @Nullable String reviewer,
            @Nullable Instant reviewStartedAt,
            @Nullable AppReviewOutcome outcome,
            @Nullable String outcomeMessage,
            @Nullable Instant outcomeAt,
            @Nullable String outcomeDigest,
            @Nullable Instant approvedAt,
            @Nullable Instant publishedAt) {}

    /** The deprecation. */
    record Ending(
            Instant deprecatedAt,
            String message,
            @Nullable String successor,
            @Nullable Instant sunsetAt) {}

    /** Other tenants see what a reviewer approved and the publisher published. */
    boolean isOffered() {
        return progress.approvedAt() != null
                && (state == AppVersionState.PUBLISHED || state == AppVersionState.DEPRECATED);
    }
}
