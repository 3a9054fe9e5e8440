// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** An append-only, sealed record of operations, both allowed and denied. */
public interface AuditApi {

    /** Download an archived month of the audit trail as stored. */
    @ContractOperation(
            id = "downloadAuditArchive",
            permission = "audit.export",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "audit.export")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/audit-archives/{month}/download", produces = "application/gzip")
    StreamingResponseBody downloadAuditArchive(
            @PathVariable("month") @Size(max = 7) @Pattern(regexp = "(?s:.*)(?:^[0-9]{4}-(0[1-9]|1[0-2])$)(?s:.*)") String month);

    /** Export the audit trail for a period, oldest first. */
    @ContractOperation(
            id = "exportAuditEvents",
            permission = "audit.export",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "audit.export")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/audit-events/export", produces = {"application/x-ndjson", "text/csv"})
    StreamingResponseBody exportAuditEvents(
            @RequestParam(name = "format") ExportFormat format,
            @RequestParam(name = "tenant_id", required = false) @Nullable TenantId tenantId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to);

    /** Export a tenant's audit trail for a period, oldest first. */
    @ContractOperation(
            id = "exportTenantAuditEvents",
            permission = "audit.export",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "audit.export")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/audit-events/export", produces = {"application/x-ndjson", "text/csv"})
    StreamingResponseBody exportTenantAuditEvents(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "format") ExportFormat format,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to);

    /** List the months of the audit trail that were moved to the object store. */
    @ContractOperation(
            id = "listAuditArchives",
            permission = "audit.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/audit-archives", produces = "application/json")
    AuditArchivePage listAuditArchives(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Search the platform's audit trail. */
    @ContractOperation(
            id = "listAuditEvents",
            permission = "audit.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/audit-events", produces = "application/json")
    AuditEventPage listAuditEvents(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor,
            @RequestParam(name = "tenant_id", required = false) @Nullable TenantId tenantId,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "actor_id", required = false) @Size(max = 100) @Nullable String actorId,
            @RequestParam(name = "action", required = false) @Size(max = 100) @Nullable String action,
            @RequestParam(name = "target", required = false) @Size(max = 200) @Nullable String target,
            @RequestParam(name = "outcome", required = false) @Nullable AuditOutcome outcome,
            @RequestParam(name = "correlation_id", required = false) @Size(max = 64) @Nullable String correlationId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to);

    /** Search a tenant's audit trail. */
    @ContractOperation(
            id = "listTenantAuditEvents",
            permission = "audit.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/audit-events", produces = "application/json")
    AuditEventPage listTenantAuditEvents(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "actor_id", required = false) @Size(max = 100) @Nullable String actorId,
            @RequestParam(name = "action", required = false) @Size(max = 100) @Nullable String action,
            @RequestParam(name = "target", required = false) @Size(max = 200) @Nullable String target,
            @RequestParam(name = "outcome", required = false) @Nullable AuditOutcome outcome,
            @RequestParam(name = "correlation_id", required = false) @Size(max = 64) @Nullable String correlationId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to);

    /** Read an archived month of the audit trail and recompute its seals. */
    @ContractOperation(
            id = "verifyAuditArchive",
            permission = "audit.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/audit-archives/{month}/verification", produces = "application/json")
    AuditArchiveVerification verifyAuditArchive(
            @PathVariable("month") @Size(max = 7) @Pattern(regexp = "(?s:.*)(?:^[0-9]{4}-(0[1-9]|1[0-2])$)(?s:.*)") String month);

    /** Verify the seals of the audit trail. */
    @ContractOperation(
            id = "verifyAuditTrail",
            permission = "audit.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "audit.verify")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/audit-events/verify", produces = "application/json")
    AuditVerification verifyAuditTrail();
}
