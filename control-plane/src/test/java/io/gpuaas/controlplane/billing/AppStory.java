package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AddMeasurePrice;
import io.gpuaas.api.CreateMeasure;
import io.gpuaas.api.MeasureUnit;
import io.gpuaas.api.Money;
import io.gpuaas.api.NewUsageRecord;
import io.gpuaas.api.ReportUsage;
import io.gpuaas.api.UsageReport;
import io.gpuaas.controlplane.billing.usage.Measures;
import io.gpuaas.controlplane.billing.usage.UsageReports;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionTemplate;

/** Apps that report what they used by the hour: late, again, and with processes that die; with an account of its own of the cost. */
final class AppStory {

    private static final long PER = 1_000;
    private static final int HOURS_AT_ONCE = 24;

    private final BillingPlane world;
    private final String measure = "story-" + UUID.randomUUID();
    private final TreeMap<Instant, Long> prices = new TreeMap<>();
    private final List<App> apps = new ArrayList<>();
    private final List<Batch> sent = new ArrayList<>();
    private final List<Batch> held = new ArrayList<>();
    private int accepted;
    private int duplicates;

    private static final class App {
        final TenantId tenant;
        final ProjectId project = new ProjectId(UUID.randomUUID());
        Instant reportedTo;
        long nanos;

        App(TenantId tenant, Instant from) {
            this.tenant = tenant;
            this.reportedTo = from;
        }
    }

    private record Batch(App app, List<NewUsageRecord> records, long nanos) {}

    AppStory(BillingPlane world) {
        this.world = world;
    }

    void begin(List<TenantId> tenants) {
        world.doing(() -> world.plane
                .bean(Measures.class)
                .create(new CreateMeasure(
                        measure, "Story", "token", List.of(new MeasureUnit("kilo", "1000")), "1000000000")));
        price(1_234_567);
        Instant from = world.clock.instant().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
        tenants.forEach(tenant -> apps.add(new App(tenant, from)));
    }

    Map<TenantId, ProjectId> projects() {
        return apps.stream().collect(Collectors.toMap(app -> app.tenant, app -> app.project));
    }

    private void price(long nanos) {
        Instant now = world.clock.instant().truncatedTo(ChronoUnit.MICROS);
        if (prices.putIfAbsent(now, nanos) == null) {
            world.doing(() -> world.plane
                    .bean(Measures.class)
                    .addPrice(measure, new AddMeasurePrice(new Money(nanos, "USD"), PER, null, null)));
        }
    }

    void goOn(Random random) {
        if (random.nextInt(15) == 0) {
            price(1L + random.nextInt(5_000_000));
        }
        for (App app : apps) {
            Batch batch = random.nextInt(3) == 0 ? next(app, random) : new Batch(app, List.of(), 0);
            if (!batch.records().isEmpty()) {
                held.add(batch);
            }
        }
        for (Batch batch : List.copyOf(held)) {
            if (random.nextInt(5) > 0) {
                send(batch, random.nextInt(8) == 0);
            }
        }
        if (!sent.isEmpty()) {
            again(sent.get(random.nextInt(sent.size())));
        }
    }

    /** The unreported past hours, at most a day; some are left out for good. */
    private Batch next(App app, Random random) {
        List<NewUsageRecord> records = new ArrayList<>();
        long nanos = 0;
        Instant now = world.clock.instant();
        while (!app.reportedTo.plus(Duration.ofHours(1)).isAfter(now)) {
            Instant starts = app.reportedTo;
            app.reportedTo = starts.plus(Duration.ofHours(1));
            if (records.size() < HOURS_AT_ONCE && random.nextInt(4) > 0) {
                long quantity = 1L + random.nextInt(1_000_000);
                boolean inKilos = quantity % 1_000 == 0;
                records.add(new NewUsageRecord(
                        "r-" + starts,
                        "app-" + app.project,
                        measure,
                        String.valueOf(inKilos ? quantity / 1_000 : quantity),
                        inKilos ? "kilo" : "token",
                        starts,
                        app.reportedTo));
                nanos += prices.floorEntry(starts).getValue() * quantity / PER;
            }
        }
        return new Batch(app, records, nanos);
    }

    private void send(Batch batch, boolean dies) {
        try {
            UsageReport report = report(batch, dies);
            assertThat(report.refused()).as(report.toString()).isZero();
            assertThat(report.accepted()).isEqualTo(batch.records().size());
            accepted += report.accepted();
            batch.app().nanos += batch.nanos();
            held.remove(batch);
            sent.add(batch);
        } catch (ProblemException e) {
            assertThat(e).hasMessageContaining("commit");
        }
    }

    private void again(Batch batch) {
        UsageReport report = report(batch, false);
        assertThat(report.duplicates())
                .as(report.toString())
                .isEqualTo(batch.records().size());
        duplicates += report.duplicates();
    }

    private UsageReport report(Batch batch, boolean dies) {
        App app = batch.app();
        return Call.system("reportUsage", CorrelationId.create(world.plane.bean(IdSource.class)))
                .in(app.tenant, app.project)
                .run(() -> Objects.requireNonNull(world.plane
                        .bean(TransactionTemplate.class)
                        .execute(status -> {
                            UsageReport report = world.plane
                                    .bean(UsageReports.class)
                                    .report(app.project, new ReportUsage("story", batch.records()));
                            if (dies) {
                                throw ProblemException.notFound("commit");
                            }
                            return report;
                        })));
    }

    void end() {
        List.copyOf(held).forEach(batch -> send(batch, false));
        List.copyOf(sent).stream().limit(50).forEach(this::again);
    }

    /** Checks the expected cost of every app, and that each record has its transfer. */
    void check() {
        Map<UUID, Long> expected = new TreeMap<>();
        apps.forEach(app -> expected.put(app.project.value(), app.nanos));
        expected.forEach((project, nanos) -> assertThat(world.database.count(
                        "SELECT coalesce(sum(amount_nanos), 0) FROM billing.usage_record WHERE project_id = '" + project
                                + "'"))
                .as("cost of an app")
                .isEqualTo(nanos));
        assertThat(world.database.count("""
                SELECT count(*) FROM billing.usage_record u LEFT JOIN ledger.transfer t ON t.id = u.transfer_id
                WHERE (u.amount_nanos <> 0) <> (t.id IS NOT NULL) OR u.amount_nanos <> coalesce(t.amount_nanos, 0)"""))
                .as("records without their transfer")
                .isZero();
        assertThat(duplicates).isPositive();
    }

    @Override
    public String toString() {
        return accepted + " records of apps, " + duplicates + " of them again";
    }
}
