// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AdvisoryId;
import org.jspecify.annotations.Nullable;

/** Advisories about packages, and the artifacts that they hit. */
public final class AdvisoriesApi {

    private final Transport transport;

    AdvisoriesApi(Transport transport) {
        this.transport = transport;
    }

    /** Close an advisory. */
    public Advisory closeAdvisory(AdvisoryId advisoryId, ArtifactReason artifactReason) {
        return closeAdvisory(advisoryId, artifactReason, IdempotencyKey.random());
    }

    /** Close an advisory, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Advisory closeAdvisory(AdvisoryId advisoryId, ArtifactReason artifactReason, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/advisories/{advisory_id}/close")
                .path("advisory_id", advisoryId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, Advisory.class);
    }

    /** File an advisory about versions of a package. */
    public Advisory createAdvisory(CreateAdvisory createAdvisory) {
        return createAdvisory(createAdvisory, IdempotencyKey.random());
    }

    /** File an advisory about versions of a package, under a key you chose: the same key again answers the same and does nothing more. */
    public Advisory createAdvisory(CreateAdvisory createAdvisory, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/advisories")
                .idempotencyKey(idempotencyKey)
                .body(createAdvisory)
                .accept("application/json");
        return transport.send(call, Advisory.class);
    }

    /** Get an advisory. */
    public Advisory getAdvisory(AdvisoryId advisoryId) {
        Call call = Call.of("GET", "/api/v1/advisories/{advisory_id}")
                .path("advisory_id", advisoryId)
                .accept("application/json");
        return transport.send(call, Advisory.class);
    }

    /** List advisories about packages. */
    public AdvisoryPage listAdvisories(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/advisories")
                .page(page)
                .accept("application/json");
        return transport.send(call, AdvisoryPage.class);
    }

    /** List the artifacts and app versions that an advisory hits. */
    public AdvisoryHitPage listAdvisoryHits(AdvisoryId advisoryId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/advisories/{advisory_id}/hits")
                .path("advisory_id", advisoryId)
                .page(page)
                .accept("application/json");
        return transport.send(call, AdvisoryHitPage.class);
    }
}
