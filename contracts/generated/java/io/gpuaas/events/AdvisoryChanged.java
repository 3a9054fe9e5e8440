// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AdvisoryId;

/** An operator filed or closed an advisory. */
public record AdvisoryChanged(
        AdvisoryId advisoryId,
        String purl,
        String versions,
        String severity,
        String state)
        implements DomainEvent {

    public static final String TYPE = "artifacts.advisory_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("advisory", advisoryId);
    }
}
