// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import org.jspecify.annotations.Nullable;

/** What apps report about their use, and what that costs. */
public final class UsageApi {

    private final Transport transport;

    UsageApi(Transport transport) {
        this.transport = transport;
    }

    /** Give a measure another price from a time on. */
    public MeasurePrice addMeasurePrice(String measureName, AddMeasurePrice addMeasurePrice) {
        return addMeasurePrice(measureName, addMeasurePrice, IdempotencyKey.random());
    }

    /** Give a measure another price from a time on, under a key you chose: the same key again answers the same and does nothing more. */
    public MeasurePrice addMeasurePrice(String measureName, AddMeasurePrice addMeasurePrice, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/measures/{measure_name}/prices")
                .path("measure_name", measureName)
                .idempotencyKey(idempotencyKey)
                .body(addMeasurePrice)
                .accept("application/json");
        return transport.send(call, MeasurePrice.class);
    }

    /** Define something apps can report. */
    public Measure createMeasure(CreateMeasure createMeasure) {
        return createMeasure(createMeasure, IdempotencyKey.random());
    }

    /** Define something apps can report, under a key you chose: the same key again answers the same and does nothing more. */
    public Measure createMeasure(CreateMeasure createMeasure, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/measures")
                .idempotencyKey(idempotencyKey)
                .body(createMeasure)
                .accept("application/json");
        return transport.send(call, Measure.class);
    }

    /** List the prices of a measure, those of single tenants included. */
    public MeasurePricePage listMeasurePrices(String measureName, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/measures/{measure_name}/prices")
                .path("measure_name", measureName)
                .page(page)
                .accept("application/json");
        return transport.send(call, MeasurePricePage.class);
    }

    /** List what apps can report, in which units and at which price. */
    public MeasurePage listMeasures(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/measures")
                .page(page)
                .accept("application/json");
        return transport.send(call, MeasurePage.class);
    }

    /** List what apps of a project reported. */
    public UsageRecordPage listUsageRecords(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/usage-records")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, UsageRecordPage.class);
    }

    /** Report what apps of a project used. */
    public UsageReport reportUsage(ProjectId projectId, ReportUsage reportUsage) {
        return reportUsage(projectId, reportUsage, IdempotencyKey.random());
    }

    /** Report what apps of a project used, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public UsageReport reportUsage(ProjectId projectId, ReportUsage reportUsage, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/usage-records")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(reportUsage)
                .accept("application/json");
        return transport.send(call, UsageReport.class);
    }
}
