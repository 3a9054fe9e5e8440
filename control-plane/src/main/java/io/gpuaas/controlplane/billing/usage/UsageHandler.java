package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.AddMeasurePrice;
import io.gpuaas.api.CreateMeasure;
import io.gpuaas.api.MeasurePage;
import io.gpuaas.api.MeasurePrice;
import io.gpuaas.api.MeasurePricePage;
import io.gpuaas.api.ReportUsage;
import io.gpuaas.api.UsageApi;
import io.gpuaas.api.UsageRecord;
import io.gpuaas.api.UsageRecordPage;
import io.gpuaas.api.UsageReport;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.ProjectId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UsageHandler implements UsageApi {

    private static final String MEASURES = "measures";
    private static final String PRICES = "measure-prices";
    private static final String RECORDS = "usage-records";

    private final Measures measures;
    private final UsageReports reports;
    private final UsageRecordStore records;

    UsageHandler(Measures measures, UsageReports reports, UsageRecordStore records) {
        this.measures = measures;
        this.reports = reports;
        this.records = records;
    }

    @Override
    public MeasurePage listMeasures(Integer limit, @Nullable String cursor) {
        List<Measure> rows = measures.list(PageCursor.decode(MEASURES, cursor, name -> name), limit + 1);
        return new MeasurePage(
                measures.view(PageCursor.page(rows, limit)), PageCursor.next(MEASURES, rows, limit, Measure::name));
    }

    @Override
    public io.gpuaas.api.Measure createMeasure(CreateMeasure command) {
        return measures.create(command).view(null);
    }

    @Override
    public MeasurePricePage listMeasurePrices(String name, Integer limit, @Nullable String cursor) {
        List<UnitPrice> rows = measures.prices(name, PageCursor.decode(PRICES, cursor, UUID::fromString), limit + 1);
        return new MeasurePricePage(
                PageCursor.page(rows, limit).stream().map(UnitPrice::view).toList(),
                PageCursor.next(PRICES, rows, limit, UnitPrice::id));
    }

    @Override
    public MeasurePrice addMeasurePrice(String name, AddMeasurePrice command) {
        return measures.addPrice(name, command).view();
    }

    @Override
    public UsageRecordPage listUsageRecords(ProjectId project, Integer limit, @Nullable String cursor) {
        List<UsageRecord> rows = records.list(project, PageCursor.decode(RECORDS, cursor, UUID::fromString), limit + 1);
        return new UsageRecordPage(
                PageCursor.page(rows, limit), PageCursor.next(RECORDS, rows, limit, UsageRecord::id));
    }

    @Override
    public UsageReport reportUsage(ProjectId project, ReportUsage command) {
        return reports.report(project, command);
    }
}
