package io.gpuaas.cli;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AuditApi.ListAuditEventsFilter;
import io.gpuaas.sdk.AuditApi.ListTenantAuditEventsFilter;
import io.gpuaas.sdk.AuditOutcome;
import java.time.Instant;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which audit events to show. */
final class AuditFilter {

    @Option(names = "--project", paramLabel = "PROJECT", description = "Only of this project.")
    @Nullable ProjectId projectId;

    @Option(names = "--actor", paramLabel = "ID", description = "Only by this principal.")
    @Nullable String actorId;

    @Option(names = "--action", paramLabel = "ACTION", description = "Only this act, for instance tenant.create.")
    @Nullable String action;

    @Option(names = "--target", paramLabel = "TARGET", description = "Only upon this.")
    @Nullable String target;

    @Option(names = "--outcome", paramLabel = "OUTCOME", description = "Only succeeded, refused or failed.")
    @Nullable AuditOutcome outcome;

    @Option(names = "--correlation-id", paramLabel = "ID", description = "Only what this request caused.")
    @Nullable String correlationId;

    @Option(names = "--from", paramLabel = "TIME", description = "Only at or after, for instance 2026-01-31T08:00:00Z.")
    @Nullable Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only before.")
    @Nullable Instant to;

    ListAuditEventsFilter ofPlatform() {
        ListAuditEventsFilter filter = ListAuditEventsFilter.none();
        filter = with(filter, projectId, ListAuditEventsFilter::projectId);
        filter = with(filter, actorId, ListAuditEventsFilter::actorId);
        filter = with(filter, action, ListAuditEventsFilter::action);
        filter = with(filter, target, ListAuditEventsFilter::target);
        filter = with(filter, outcome, ListAuditEventsFilter::outcome);
        filter = with(filter, correlationId, ListAuditEventsFilter::correlationId);
        filter = with(filter, from, ListAuditEventsFilter::from);
        return with(filter, to, ListAuditEventsFilter::to);
    }

    ListTenantAuditEventsFilter ofTenant() {
        return new ListTenantAuditEventsFilter(ofPlatform().parameters());
    }

    static <F, V> F with(F filter, @Nullable V value, BiFunction<F, V, F> add) {
        return value == null ? filter : add.apply(filter, value);
    }
}
