// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;

/** An append-only, sealed record of operations, both allowed and denied. */
public final class AuditApi {

    private final Transport transport;

    AuditApi(Transport transport) {
        this.transport = transport;
    }

    /** Download an archived month of the audit trail as stored. */
    public InputStream downloadAuditArchive(String month) {
        Call call = Call.of("GET", "/api/v1/audit-archives/{month}/download")
                .path("month", month)
                .accept("application/gzip");
        return transport.stream(call);
    }

    /** Export the audit trail for a period, oldest first. */
    public InputStream exportAuditEvents(ExportFormat format, ExportAuditEventsFilter filter) {
        Call call = Call.of("GET", "/api/v1/audit-events/export")
                .query("format", format)
                .query(filter.parameters())
                .accept("application/x-ndjson, text/csv");
        return transport.stream(call);
    }

    /** Export a tenant's audit trail for a period, oldest first. */
    public InputStream exportTenantAuditEvents(TenantId tenantId, ExportFormat format, ExportTenantAuditEventsFilter filter) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/audit-events/export")
                .path("tenant_id", tenantId)
                .query("format", format)
                .query(filter.parameters())
                .accept("application/x-ndjson, text/csv");
        return transport.stream(call);
    }

    /** List the months of the audit trail that were moved to the object store. */
    public AuditArchivePage listAuditArchives(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/audit-archives")
                .page(page)
                .accept("application/json");
        return transport.send(call, AuditArchivePage.class);
    }

    /** Search the platform's audit trail. */
    public AuditEventPage listAuditEvents(ListAuditEventsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/audit-events")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AuditEventPage.class);
    }

    /** Search a tenant's audit trail. */
    public AuditEventPage listTenantAuditEvents(TenantId tenantId, ListTenantAuditEventsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/audit-events")
                .path("tenant_id", tenantId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AuditEventPage.class);
    }

    /** Read an archived month of the audit trail and recompute its seals. */
    public AuditArchiveVerification verifyAuditArchive(String month) {
        Call call = Call.of("GET", "/api/v1/audit-archives/{month}/verification")
                .path("month", month)
                .accept("application/json");
        return transport.send(call, AuditArchiveVerification.class);
    }

    /** Verify the seals of the audit trail. */
    public AuditVerification verifyAuditTrail() {
        Call call = Call.of("POST", "/api/v1/audit-events/verify")
                .accept("application/json");
        return transport.send(call, AuditVerification.class);
    }

    /** Filters of {@code exportAuditEvents}. */
    public record ExportAuditEventsFilter(Map<String, String> parameters) {

        public ExportAuditEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ExportAuditEventsFilter none() {
            return new ExportAuditEventsFilter(Map.of());
        }

        public ExportAuditEventsFilter tenantId(TenantId tenantId) {
            return new ExportAuditEventsFilter(Parameters.with(parameters, "tenant_id", tenantId));
        }

        public ExportAuditEventsFilter from(Instant from) {
            return new ExportAuditEventsFilter(Parameters.with(parameters, "from", from));
        }

        public ExportAuditEventsFilter to(Instant to) {
            return new ExportAuditEventsFilter(Parameters.with(parameters, "to", to));
        }
    }

    /** Filters of {@code exportTenantAuditEvents}. */
    public record ExportTenantAuditEventsFilter(Map<String, String> parameters) {

        public ExportTenantAuditEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ExportTenantAuditEventsFilter none() {
            return new ExportTenantAuditEventsFilter(Map.of());
        }

        public ExportTenantAuditEventsFilter projectId(ProjectId projectId) {
            return new ExportTenantAuditEventsFilter(Parameters.with(parameters, "project_id", projectId));
        }

        public ExportTenantAuditEventsFilter from(Instant from) {
            return new ExportTenantAuditEventsFilter(Parameters.with(parameters, "from", from));
        }

        public ExportTenantAuditEventsFilter to(Instant to) {
            return new ExportTenantAuditEventsFilter(Parameters.with(parameters, "to", to));
        }
    }

    /** Filters of {@code listAuditEvents}. */
    public record ListAuditEventsFilter(Map<String, String> parameters) {

        public ListAuditEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAuditEventsFilter none() {
            return new ListAuditEventsFilter(Map.of());
        }

        public ListAuditEventsFilter tenantId(TenantId tenantId) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "tenant_id", tenantId));
        }

        public ListAuditEventsFilter projectId(ProjectId projectId) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "project_id", projectId));
        }

        public ListAuditEventsFilter actorId(String actorId) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "actor_id", actorId));
        }

        public ListAuditEventsFilter action(String action) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "action", action));
        }

        public ListAuditEventsFilter target(String target) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "target", target));
        }

        public ListAuditEventsFilter outcome(AuditOutcome outcome) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "outcome", outcome));
        }

        public ListAuditEventsFilter correlationId(String correlationId) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "correlation_id", correlationId));
        }

        public ListAuditEventsFilter from(Instant from) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "from", from));
        }

        public ListAuditEventsFilter to(Instant to) {
            return new ListAuditEventsFilter(Parameters.with(parameters, "to", to));
        }
    }

    /** Filters of {@code listTenantAuditEvents}. */
    public record ListTenantAuditEventsFilter(Map<String, String> parameters) {

        public ListTenantAuditEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListTenantAuditEventsFilter none() {
            return new ListTenantAuditEventsFilter(Map.of());
        }

        public ListTenantAuditEventsFilter projectId(ProjectId projectId) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "project_id", projectId));
        }

        public ListTenantAuditEventsFilter actorId(String actorId) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "actor_id", actorId));
        }

        public ListTenantAuditEventsFilter action(String action) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "action", action));
        }

        public ListTenantAuditEventsFilter target(String target) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "target", target));
        }

        public ListTenantAuditEventsFilter outcome(AuditOutcome outcome) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "outcome", outcome));
        }

        public ListTenantAuditEventsFilter correlationId(String correlationId) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "correlation_id", correlationId));
        }

        public ListTenantAuditEventsFilter from(Instant from) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "from", from));
        }

        public ListTenantAuditEventsFilter to(Instant to) {
            return new ListTenantAuditEventsFilter(Parameters.with(parameters, "to", to));
        }
    }
}
