// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Usage reported by apps, and its prices. */
public interface UsageApi {

    /** Add a price for a measure. */
    @ContractOperation(
            id = "addMeasurePrice",
            permission = "measures.manage",
            scope = Scope.PLATFORM,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "measure_price.add")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/measures/{measure_name}/prices", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    MeasurePrice addMeasurePrice(
            @PathVariable("measure_name") @Size(min = 1, max = 63) String measureName,
            @Valid @RequestBody AddMeasurePrice addMeasurePrice);

    /** Create a measure for apps to report. */
    @ContractOperation(
            id = "createMeasure",
            permission = "measures.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "measure.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/measures", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Measure createMeasure(
            @Valid @RequestBody CreateMeasure createMeasure);

    /** List a measure's prices, including those for individual tenants. */
    @ContractOperation(
            id = "listMeasurePrices",
            permission = "measures.read",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/measures/{measure_name}/prices", produces = "application/json")
    MeasurePricePage listMeasurePrices(
            @PathVariable("measure_name") @Size(min = 1, max = 63) String measureName,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List measures with their units and prices. */
    @ContractOperation(
            id = "listMeasures",
            permission = "measures.read",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/measures", produces = "application/json")
    MeasurePage listMeasures(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List usage reported by a project's apps. */
    @ContractOperation(
            id = "listUsageRecords",
            permission = "usage.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/usage-records", produces = "application/json")
    UsageRecordPage listUsageRecords(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Report usage of a project's apps. */
    @ContractOperation(
            id = "reportUsage",
            permission = "usage.report",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "usage.report",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/usage-records", produces = "application/json", consumes = "application/json")
    UsageReport reportUsage(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody ReportUsage reportUsage);
}
