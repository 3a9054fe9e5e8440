// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import org.jspecify.annotations.Nullable;

/** Usage reported by apps, and its prices. */
public final class UsageApi {

    private final Transport transport;

    UsageApi(Transport transport) {
        this.transport = transport;
    }

    /** Add a price for a measure. */
    public MeasurePrice addMeasurePrice(String measureName, AddMeasurePrice addMeasurePrice) {
        return addMeasurePrice(measureName, addMeasurePrice, IdempotencyKey.random());
    }

    /** Add a price for a measure, under a key you chose: the same key again answers the same and does nothing more. */
    public MeasurePrice addMeasurePrice(String measureName, AddMeasurePrice addMeasurePrice, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/measures/{measure_name}/prices")
                .path("measure_name", measureName)
                .idempotencyKey(idempotencyKey)
                .body(addMeasurePrice)
                .accept("application/json");
        return transport.send(call, MeasurePrice.class);
    }

    /** Create a measure for apps to report. */
    public Measure createMeasure(CreateMeasure createMeasure) {
        return createMeasure(createMeasure, IdempotencyKey.random());
    }

    /** Create a measure for apps to report, under a key you chose: the same key again answers the same and does nothing more. */
    public Measure createMeasure(CreateMeasure createMeasure, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/measures")
                .idempotencyKey(idempotencyKey)
                .body(createMeasure)
                .accept("application/json");
        return transport.send(call, Measure.class);
    }

    /** List a measure's prices, including those for individual tenants. */
    public MeasurePricePage listMeasurePrices(String measureName, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/measures/{measure_name}/prices")
                .path("measure_name", measureName)
                .page(page)
                .accept("application/json");
        return transport.send(call, MeasurePricePage.class);
    }

    /** List measures with their units and prices. */
    public MeasurePage listMeasures(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/measures")
                .page(page)
                .accept("application/json");
        return transport.send(call, MeasurePage.class);
    }

    /** List usage reported by a project's apps. */
    public UsageRecordPage listUsageRecords(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/usage-records")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, UsageRecordPage.class);
    }

    /** Report usage of a project's apps. */
    public UsageReport reportUsage(ProjectId projectId, ReportUsage reportUsage) {
        return reportUsage(projectId, reportUsage, IdempotencyKey.random());
    }

    /** Report usage of a project's apps, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public UsageReport reportUsage(ProjectId projectId, ReportUsage reportUsage, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/usage-records")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(reportUsage)
                .accept("application/json");
        return transport.send(call, UsageReport.class);
    }
}
