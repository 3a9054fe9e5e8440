package io.gpuaas.cli.operations;

import io.gpuaas.cli.options.Filters;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AuditApi.ListAuditEventsFilter;
import io.gpuaas.sdk.AuditApi.ListTenantAuditEventsFilter;
import io.gpuaas.sdk.AuditOutcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that filter audit events. */
final class AuditFilter {

    @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.")
    @Nullable ProjectId projectId;

    @Option(names = "--actor", paramLabel = "ID", description = "Filter by the principal who acted.")
    @Nullable String actorId;

    @Option(names = "--action", paramLabel = "ACTION", description = "Filter by action, for example tenant.create.")
    @Nullable String action;

    @Option(names = "--target", paramLabel = "TARGET", description = "Filter by target, written as noun:id.")
    @Nullable String target;

    @Option(
            names = "--outcome",
            paramLabel = "OUTCOME",
            description = "Filter by outcome: succeeded, refused or failed.")
    @Nullable AuditOutcome outcome;

    @Option(names = "--correlation-id", paramLabel = "ID", description = "Filter by the correlation id of a request.")
    @Nullable String correlationId;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Start of the period, inclusive, for example 2026-01-31T08:00:00Z.")
    @Nullable Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "End of the period, exclusive.")
    @Nullable Instant to;

    ListAuditEventsFilter ofPlatform() {
        ListAuditEventsFilter filter = ListAuditEventsFilter.none();
        filter = Filters.with(filter, projectId, ListAuditEventsFilter::projectId);
        filter = Filters.with(filter, actorId, ListAuditEventsFilter::actorId);
        filter = Filters.with(filter, action, ListAuditEventsFilter::action);
        filter = Filters.with(filter, target, ListAuditEventsFilter::target);
        filter = Filters.with(filter, outcome, ListAuditEventsFilter::outcome);
        filter = Filters.with(filter, correlationId, ListAuditEventsFilter::correlationId);
        filter = Filters.with(filter, from, ListAuditEventsFilter::from);
        return Filters.with(filter, to, ListAuditEventsFilter::to);
    }

    ListTenantAuditEventsFilter ofTenant() {
        return new ListTenantAuditEventsFilter(ofPlatform().parameters());
    }
}
